CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"rate_limit" jsonb,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chunks" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"document_id" text NOT NULL,
	"generation" integer NOT NULL,
	"chunk_index" integer NOT NULL,
	"content" text NOT NULL,
	"context" text NOT NULL,
	"embedding_hash" text NOT NULL,
	"metadata" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_texts" (
	"document_id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"space_id" text NOT NULL,
	"filename" text NOT NULL,
	"mime_type" text NOT NULL,
	"declared_mime_type" text,
	"file_size" integer NOT NULL,
	"blob_key" text NOT NULL,
	"storage_url" text NOT NULL,
	"content_hash" text NOT NULL,
	"title" text,
	"status" text NOT NULL,
	"error_message" text,
	"embedding_model" text NOT NULL,
	"indexing_type" text NOT NULL,
	"generation" integer NOT NULL,
	"chunk_count" integer NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "embeddings" (
	"org_id" text NOT NULL,
	"model" text NOT NULL,
	"hash" text NOT NULL,
	"vector" "bytea" NOT NULL,
	CONSTRAINT "embeddings_org_id_model_hash_pk" PRIMARY KEY("org_id","model","hash")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"document_id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"attempts" integer NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"lease_token" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"tier" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spaces" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"icon" text NOT NULL,
	"description" text NOT NULL,
	"is_archived" boolean NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunks" ADD CONSTRAINT "chunks_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_texts" ADD CONSTRAINT "document_texts_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embeddings" ADD CONSTRAINT "embeddings_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_org" ON "api_keys" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "chunks_document_index" ON "chunks" USING btree ("document_id","chunk_index");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_space_filename" ON "documents" USING btree ("space_id","filename");--> statement-breakpoint
CREATE INDEX "documents_space_created" ON "documents" USING btree ("space_id","created_at","id");--> statement-breakpoint
CREATE INDEX "documents_metadata" ON "documents" USING gin ("metadata" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "jobs_run_at" ON "jobs" USING btree ("run_at");--> statement-breakpoint
CREATE UNIQUE INDEX "spaces_org_slug" ON "spaces" USING btree ("org_id","slug");--> statement-breakpoint
CREATE INDEX "spaces_org_created" ON "spaces" USING btree ("org_id","created_at","id");