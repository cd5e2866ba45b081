CREATE TABLE "derived_indexes" (
	"kind" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_filled" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "outbox_run_at" ON "outbox" USING btree ("run_at");--> statement-breakpoint
CREATE INDEX "outbox_subject" ON "outbox" USING btree ("subject_id");