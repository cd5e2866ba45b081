ALTER TABLE "document_texts" ADD COLUMN "outline" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "warnings" jsonb DEFAULT '[]'::jsonb NOT NULL;