import { bigint, boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns.ts";
import { orgId } from "./organization-tables.ts";

/**
 * The embedding models in use; in ordinary times one, which is `writing`. Every document that has been processed has
 * vectors of one that is `writing` or `leaving`.
 * - `filling`: the next one. Its vectors are being made; no document has them yet.
 * - `writing`: new documents get its vectors. There is always one.
 * - `leaving`: documents still have its vectors, until they switch to those of the one that is `writing`.
 */
export const embeddingModels = pgTable("embedding_models", {
  model: text("model").primaryKey(),
  state: text("state").$type<ModelState>().notNull(),
});

/** What an embedding model is used for. */
export type ModelState = "filling" | "writing" | "leaving";

/**
 * Every embedding that was paid for, by content. Little-endian float32; empty for a text that the provider refuses,
 * which is found by its words alone.
 */
export const embeddings = pgTable(
  "embeddings",
  {
    orgId: orgId(),
    model: text("model").notNull(),
    hash: text("hash").notNull(),
    vector: bytea("vector").notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.model, table.hash] })],
);

/**
 * Changes that a vector store outside this database has yet to confirm: each says what to bring up to date, not how. A
 * row is written in the transaction of the change itself, so that no crash and no outage loses one.
 */
export const outbox = pgTable(
  "outbox",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: text("org_id").notNull(),
    /** A document whose vectors are to be as its row says, or a space whose vectors are to go. */
    subject: text("subject").$type<"document" | "space">().notNull(),
    subjectId: text("subject_id").notNull(),
    /** Not before: until then whoever made the change is at it. */
    runAt: instant("run_at").notNull(),
  },
  (table) => [index("outbox_run_at").on(table.runAt), index("outbox_subject").on(table.subjectId)],
);

/** Which adapter keeps each derived index of this database, and whether it holds what the database holds. */
export const derivedIndexes = pgTable("derived_indexes", {
  kind: text("kind").$type<"lexical" | "vectors">().primaryKey(),
  name: text("name").notNull(),
  isFilled: boolean("is_filled").notNull(),
});
