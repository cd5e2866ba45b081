CREATE TABLE "embedding_models" (
	"model" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "documents_model" ON "documents" USING btree ("embedding_model","id") WHERE generation > 0;