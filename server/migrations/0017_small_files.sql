CREATE TABLE "small_files" (
	"key" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
-- Stored as they are: to try to compress a file takes longer than to write it.
ALTER TABLE "small_files" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
