CREATE TABLE "bulk_batches" (
	"operation_id" text NOT NULL,
	"org_id" text NOT NULL,
	"number" integer NOT NULL,
	"document_ids" text[] NOT NULL,
	CONSTRAINT "bulk_batches_operation_id_number_pk" PRIMARY KEY("operation_id","number")
);
--> statement-breakpoint
INSERT INTO "bulk_batches" ("operation_id", "org_id", "number", "document_ids")
SELECT "operation_id", "org_id", "number", array_agg("document_id")
FROM (
	SELECT "d"."operation_id", "d"."org_id", "d"."document_id",
		(row_number() OVER (PARTITION BY "d"."operation_id" ORDER BY "d"."document_id") - 1) / 50 AS "number"
	FROM "bulk_documents" "d" JOIN "bulk_operations" "o" ON "o"."id" = "d"."operation_id"
	WHERE "o"."finished_at" IS NULL
) AS "numbered"
GROUP BY "operation_id", "org_id", "number";--> statement-breakpoint
DROP TABLE "bulk_documents" CASCADE;--> statement-breakpoint
ALTER TABLE "bulk_batches" ADD CONSTRAINT "bulk_batches_operation_id_bulk_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."bulk_operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "questions_spaces" ON "questions" USING gin ("space_ids");
