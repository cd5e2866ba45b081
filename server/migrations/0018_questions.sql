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
ALTER TABLE "question_settings" ADD CONSTRAINT "question_settings_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "questions_org_asked" ON "questions" USING btree ("org_id","asked_at","id");