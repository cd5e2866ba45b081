-- Vectors hardly compress. By default, PostgreSQL tries to compress each one and then stores it in a second table.
ALTER TABLE "embeddings" ALTER COLUMN "vector" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "embeddings" SET (toast_tuple_target = 4096);--> statement-breakpoint
-- Texts of a few kilobytes stay in their rows.
ALTER TABLE "document_texts" SET (toast_tuple_target = 4096);
