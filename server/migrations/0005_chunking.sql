DROP INDEX "jobs_org_queue";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "chunking" jsonb;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "kind" text DEFAULT 'process' NOT NULL;--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "chunking" jsonb;--> statement-breakpoint
CREATE INDEX "jobs_org_queue" ON "jobs" USING btree ("org_id","kind","queue_at");