ALTER TABLE "documents" ADD COLUMN "progress" jsonb;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "queue_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "job_taken_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "jobs_org_queue" ON "jobs" USING btree ("org_id","queue_at");--> statement-breakpoint
CREATE INDEX "jobs_leased" ON "jobs" USING btree ("org_id") WHERE lease_token is not null;