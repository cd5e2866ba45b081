import { bigint, boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns.ts";
import { orgId } from "./organization-tables.ts";

/**
 * The embedding models in use. Outside of a model change there is one, in the state `writing`. Every processed document
 * has vectors of a model that is `writing` or `leaving`.
 * - `filling`: the next model. Its vectors are being computed; no document uses them yet.
 * - `writing`: new documents get its vectors. There is always exactly one.
 * - `leaving`: some documents still have its vectors, until they switch to the `writing` model.
 */
export const embeddingModels = pgTable("embedding_models", {
  model: text("model").primaryKey(),
  state: text("state").$type<ModelState>().notNull(),
});

/** The role of an embedding model. */
export type ModelState = "filling" | "writing" | "leaving";

/**
 * Cache of embeddings by content. Little-endian float32; empty for a text that the provider refuses, which only lexical
 * search finds.
 */
export const embeddings = pgTable(
  "embeddings",
  {
    orgId: orgId(),
    model: text("model").notNull(),
    hash: text("hash").notNull(),
    vector: bytea("vector").notNull(),
    /** When it was stored, or read for a document. Changes at most twice a day. */
    usedAt: instant("used_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.model, table.hash] })],
);

/**
 * Changes that a vector store outside this database has not confirmed yet. Each row names what to bring up to date, not
 * how. It is written in the transaction of the change, so that no crash and no outage loses it.
 */
export const outbox = pgTable(
  "outbox",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: text("org_id").notNull(),
    /** A document whose vectors must match its row, or a space whose vectors must be deleted. */
    subject: text("subject").$type<"document" | "space">().notNull(),
    subjectId: text("subject_id").notNull(),
    /** When the outbox takes over. Until then, the process that made the change delivers it. */
    runAt: instant("run_at").notNull(),
  },
  (table) => [index("outbox_run_at").on(table.runAt), index("outbox_subject").on(table.subjectId)],
);

/** The adapter of each derived index of this database, and whether the index is complete. */
export const derivedIndexes = pgTable("derived_indexes", {
  kind: text("kind").$type<"lexical" | "vectors">().primaryKey(),
  name: text("name").notNull(),
  isFilled: boolean("is_filled").notNull(),
});
