import type { QueryMode, QuestionRecording } from "@quarry/schema";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { orgId } from "./organization-tables.ts";

/** What each organization's log of questions keeps. Without a row, it keeps nothing. */
export const questionSettings = pgTable("question_settings", {
  orgId: orgId().primaryKey(),
  recording: text("recording").$type<QuestionRecording>().notNull(),
  keepDays: integer("keep_days").notNull(),
  /** Questions since `changedAt` that were not recorded, because too many waited or the database did not answer. */
  dropped: bigint("dropped", { mode: "number" }).notNull().default(0),
  /** When `recording` last changed. Questions that were asked earlier and are still waiting are not recorded. */
  changedAt: instant("changed_at"),
});

/** Questions that were asked, of organizations that keep them. */
export const questions = pgTable(
  "questions",
  {
    orgId: orgId(),
    id: text("id").notNull(),
    askedAt: instant("asked_at").notNull(),
    /** Null when the organization does not keep texts. */
    text: text("text"),
    /** Not a foreign key, because there are several. Purging a space deletes the questions that searched it. */
    spaceIds: text("space_ids").array().notNull(),
    mode: text("mode").$type<QueryMode>().notNull(),
    topK: integer("top_k").notNull(),
    results: integer("results").notNull(),
    bestSimilarity: doublePrecision("best_similarity"),
    answered: boolean("answered").notNull(),
    durationMs: doublePrecision("duration_ms").notNull(),
    callerKind: text("caller_kind").$type<"key" | "person">().notNull(),
    callerId: text("caller_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index("questions_org_asked").on(table.orgId, table.askedAt, table.id),
    index("questions_spaces").using("gin", table.spaceIds),
    index("questions_org_unanswered").on(table.orgId, table.askedAt, table.id).where(sql`not answered`),
  ],
);
