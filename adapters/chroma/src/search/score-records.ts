import type { VectorScoring } from "@quarry/core";
import type { Connection } from "../client/connection.ts";
import type { OrgCollection } from "../collections/collections.ts";
import { normalised, similarity } from "../records/vectors.ts";
import { matcher } from "./matching.ts";

/** Vectors per request. */
const PAGE = 500;

/** Compares a vector with given records, in this process. */
export async function scoreRecords(
  { search }: Connection,
  { records }: OrgCollection,
  scoring: VectorScoring,
): Promise<Map<string, number>> {
  const vector = normalised(scoring.vector);
  const isMatch = matcher(scoring.scope);
  const scores = new Map<string, number>();
  for (let at = 0; at < scoring.ids.length; at += PAGE) {
    const ids = scoring.ids.slice(at, at + PAGE);
    const found = await search(() => records.get({ ids, include: ["embeddings", "metadatas"] }));
    for (const [index, id] of found.ids.entries()) {
      const other = found.embeddings[index];
      if (other?.length !== vector.length || !isMatch({ id, metadata: found.metadatas[index] ?? null }))
        continue;
      scores.set(id, similarity(vector, other));
    }
  }
  return scores;
}
