CREATE TABLE "audit_log" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"actor" jsonb NOT NULL,
	"action" text NOT NULL,
	"target_id" text,
	"details" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "call_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "space_ids" jsonb;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "previous_hash" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "previous_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "expiry_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_org_created" ON "audit_log" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "call_counts_expire" ON "call_counts" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_previous_hash" ON "api_keys" USING btree ("previous_hash");