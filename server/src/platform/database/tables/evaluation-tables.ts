import type { EvaluationFigures, EvaluationQuery, EvaluationQueryResult } from "@quarry/schema";
import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { spaces } from "./document-tables.ts";
import { orgId } from "./organization-tables.ts";

/** Evaluation sets: questions for a space with the documents that answer them. */
export const evaluations = pgTable(
  "evaluations",
  {
    id: text("id").primaryKey(),
    orgId: orgId(),
    spaceId: text("space_id")
      .notNull()
      .references(() => spaces.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    queries: jsonb("queries").$type<EvaluationQuery[]>().notNull(),
    /** Lists read this instead of `queries`. */
    queryCount: integer("query_count").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("evaluations_space_name").on(table.spaceId, table.name),
    index("evaluations_space_created").on(table.spaceId, table.createdAt, table.id),
  ],
);

/** The results of one run of an evaluation. */
export const evaluationRuns = pgTable(
  "evaluation_runs",
  {
    id: text("id").primaryKey(),
    orgId: orgId(),
    evaluationId: text("evaluation_id")
      .notNull()
      .references(() => evaluations.id, { onDelete: "cascade" }),
    figures: jsonb("figures").$type<EvaluationFigures>().notNull(),
    /** The result of each query. Lists do not read this column. */
    queries: jsonb("queries").$type<EvaluationQueryResult[]>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("evaluation_runs_created").on(table.evaluationId, table.createdAt, table.id)],
);
