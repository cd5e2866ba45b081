import type { VectorScoring, VectorStore } from "@quarry/core";
import { and, eq, sql } from "drizzle-orm";
import { fromBytes } from "../../indexes/embeddings/vector-bytes.ts";
import type { Database } from "../../platform/database/database.ts";
import { chunks } from "../../platform/database/tables/document-tables.ts";
import { embeddings } from "../../platform/database/tables/index-tables.ts";

/** Compares a question with the vectors of given chunks. */
export type ScoreVectors = NonNullable<VectorStore["scores"]>;

/**
 * Creates `scores` for a vector store without that method, from the vectors in the database. It does not read the
 * spaces of the chunks: the caller's ids come from a search of these spaces.
 */
export function createStoredScores(db: Database): ScoreVectors {
  return async ({ scope: { orgId }, model, vector, ids }: VectorScoring) => {
    const rows = await db
      .select({ id: chunks.id, vector: embeddings.vector })
      .from(chunks)
      .innerJoin(
        embeddings,
        and(eq(embeddings.orgId, chunks.orgId), eq(embeddings.hash, chunks.embeddingHash)),
      )
      .where(
        and(
          eq(chunks.orgId, orgId),
          sql`${chunks.id} = any(${sql.param([...ids])}::text[])`,
          eq(embeddings.model, model),
        ),
      );
    const scores = new Map<string, number>();
    for (const row of rows) {
      const score = cosine(vector, fromBytes(row.vector));
      if (score !== undefined) scores.set(row.id, score);
    }
    return scores;
  };
}

/** Returns undefined for vectors of different lengths and for a zero vector. */
function cosine(a: Float32Array, b: Float32Array): number | undefined {
  if (a.length !== b.length) return undefined;
  let [product, left, right] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] as number, b[at] as number];
    product += x * y;
    left += x * x;
    right += y * y;
  }
  if (left === 0 || right === 0) return undefined;
  return Math.max(-1, Math.min(1, product / Math.sqrt(left * right)));
}
