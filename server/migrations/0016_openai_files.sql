CREATE TABLE "openai_files" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"created_by" text NOT NULL,
	"filename" text NOT NULL,
	"declared_mime_type" text,
	"purpose" text NOT NULL,
	"file_size" integer NOT NULL,
	"blob_key" text NOT NULL,
	"content_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "openai_file_id" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "openai_batch_id" text;--> statement-breakpoint
ALTER TABLE "openai_files" ADD CONSTRAINT "openai_files_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "openai_files_org" ON "openai_files" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "openai_files_blob" ON "openai_files" USING btree ("blob_key");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_openai_file_id_openai_files_id_fk" FOREIGN KEY ("openai_file_id") REFERENCES "public"."openai_files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_openai_file" ON "documents" USING btree ("openai_file_id","space_id") WHERE openai_file_id is not null;--> statement-breakpoint
CREATE INDEX "documents_openai_batch" ON "documents" USING btree ("openai_batch_id") WHERE openai_batch_id is not null;