import type { VectorScoring, VectorStore } from "@quarry/core";
import { and, eq, sql } from "drizzle-orm";
import { fromBytes } from "../../indexes/embeddings/vector-bytes.ts";
import type { Database } from "../../platform/database/database.ts";
import { chunks } from "../../platform/database/tables/document-tables.ts";
import { embeddings } from "../../platform/database/tables/index-tables.ts";
import { comparedQuestion, createKeptVectors } from "./kept-vectors.ts";

/** Compares a question with the vectors of given chunks. */
export type ScoreVectors = NonNullable<VectorStore["scores"]>;

/** 50,000 vectors of 512 numbers. */
const MEMORY_BYTES = 70_000_000;

/**
 * Creates `scores` from the vectors in the database, which it keeps in memory: for a vector store without that method, and
 * for one in the database, which would be asked once more for each question. It does not read the spaces of the chunks: the
 * caller's ids come from a search of these spaces.
 */
export function createStoredScores(db: Database): ScoreVectors {
  const kept = createKeptVectors(MEMORY_BYTES);
  const query = prepareVectors(db);
  return async ({ scope: { orgId }, model, vector, ids }: VectorScoring) => {
    const question = comparedQuestion(vector);
    const scores = new Map<string, number>();
    const missing: string[] = [];
    const score = (id: string): boolean => {
      const found = kept.score(orgId, model, id, question);
      if (typeof found === "number") scores.set(id, found);
      return found !== undefined;
    };
    for (const id of ids) if (!score(id)) missing.push(id);
    if (missing.length === 0) return scores;
    for (const row of await query.execute({ orgId, model, ids: missing })) {
      kept.keep(orgId, model, row.id, fromBytes(row.vector));
      score(row.id);
    }
    return scores;
  };
}

/** Prepared once: building the statement takes about as long as running it. */
function prepareVectors(db: Database) {
  return db
    .select({ id: chunks.id, vector: embeddings.vector })
    .from(chunks)
    .innerJoin(embeddings, and(eq(embeddings.orgId, chunks.orgId), eq(embeddings.hash, chunks.embeddingHash)))
    .where(
      and(
        eq(chunks.orgId, sql.placeholder("orgId")),
        sql`${chunks.id} = any(${sql.placeholder("ids")}::text[])`,
        eq(embeddings.model, sql.placeholder("model")),
      ),
    )
    .prepare("stored_vectors");
}
