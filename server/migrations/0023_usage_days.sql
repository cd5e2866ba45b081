CREATE TABLE "usage_days" (
	"org_id" text NOT NULL,
	"day" date NOT NULL,
	"calls" bigint DEFAULT 0 NOT NULL,
	"documents" integer,
	"storage_bytes" bigint,
	CONSTRAINT "usage_days_org_id_day_pk" PRIMARY KEY("org_id","day")
);
--> statement-breakpoint
ALTER TABLE "oauth_consents" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "usage_days_day" ON "usage_days" USING btree ("day");