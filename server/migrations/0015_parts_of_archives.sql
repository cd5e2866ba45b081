ALTER TABLE "documents" ADD COLUMN "part_of" text;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_part_of_documents_id_fk" FOREIGN KEY ("part_of") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_part_of" ON "documents" USING btree ("part_of") WHERE part_of is not null;