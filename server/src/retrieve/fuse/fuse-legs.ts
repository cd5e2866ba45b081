import { type FusedHit, fuse, vectorWeightIn } from "@quarry/core/internal";
import type { Degraded, ExplainedLeg } from "@quarry/schema";
import type { FoundLegs } from "../search/search-legs.ts";

/** The hits of a search, best first; not yet checked against the database. */
export interface FusedSearch {
  readonly hits: readonly FusedHit[];
  /** True when a leg may have more hits than it returned. */
  readonly mayHaveMore: boolean;
  readonly degraded: Degraded | undefined;
  /** Number of passages in the searched spaces. */
  readonly chunks: number;
  /** The legs that ran, with their weights and candidate counts. */
  readonly legs: readonly ExplainedLeg[];
}

/** Fuses the hits of the legs into one ranking. */
export function fuseLegs({ legs, ...found }: FoundLegs, spaceIds: readonly string[]): FusedSearch {
  let chunks = 0;
  for (const count of legs.chunkCounts.values()) chunks += count;
  return { hits: fuse(legs), ...found, chunks, legs: explainLegs(legs, spaceIds) };
}

/** Spaces may set their own weights; the reported weight is the mean over the searched spaces. */
function explainLegs({ vectors, ...legs }: FoundLegs["legs"], spaceIds: readonly string[]): ExplainedLeg[] {
  const weights = spaceIds.map((spaceId) => vectorWeightIn(spaceId, { vectors, ...legs }));
  const weight = weights.reduce((sum, each) => sum + each, 0) / Math.max(1, weights.length);
  const lexicalLeg = legs.lexical && {
    name: "lexical" as const,
    weight: 1 - weight,
    candidates: legs.lexical.length,
  };
  const vectorLegs = vectors.map(({ model, hits }) => ({
    name: "vector" as const,
    weight,
    model,
    candidates: hits.length,
  }));
  return lexicalLeg ? [lexicalLeg, ...vectorLegs] : vectorLegs;
}
