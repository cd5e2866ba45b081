CREATE TABLE "bulk_documents" (
	"operation_id" text NOT NULL,
	"org_id" text NOT NULL,
	"document_id" text NOT NULL,
	CONSTRAINT "bulk_documents_operation_id_document_id_pk" PRIMARY KEY("operation_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_operations" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"space_id" text NOT NULL,
	"turn" integer NOT NULL,
	"action" text NOT NULL,
	"filter" jsonb,
	"metadata" jsonb,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer NOT NULL,
	"failed" integer NOT NULL,
	"failures" jsonb NOT NULL,
	"attempts" integer NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"lease_token" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "question_settings" (
	"org_id" text PRIMARY KEY NOT NULL,
	"recording" text NOT NULL,
	"keep_days" integer NOT NULL,
	"dropped" bigint DEFAULT 0 NOT NULL,
	"changed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"text" text,
	"space_ids" text[] NOT NULL,
	"mode" text NOT NULL,
	"top_k" integer NOT NULL,
	"results" integer NOT NULL,
	"best_similarity" double precision,
	"answered" boolean NOT NULL,
	"duration_ms" double precision NOT NULL,
	"caller_kind" text NOT NULL,
	"caller_id" text NOT NULL,
	CONSTRAINT "questions_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "bulk_documents" ADD CONSTRAINT "bulk_documents_operation_id_bulk_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."bulk_operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_operations" ADD CONSTRAINT "bulk_operations_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_operations" ADD CONSTRAINT "bulk_operations_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_settings" ADD CONSTRAINT "question_settings_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_operations_space_turn" ON "bulk_operations" USING btree ("space_id","turn");--> statement-breakpoint
CREATE INDEX "bulk_operations_org_created" ON "bulk_operations" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "bulk_operations_open" ON "bulk_operations" USING btree ("run_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "questions_org_asked" ON "questions" USING btree ("org_id","asked_at","id");--> statement-breakpoint
CREATE INDEX "questions_org_unanswered" ON "questions" USING btree ("org_id","asked_at","id") WHERE not answered;--> statement-breakpoint
CREATE INDEX "documents_failed" ON "documents" USING btree ("org_id") WHERE status = 'FAILED';