import type { VectorHit, VectorQuery, VectorRecord, VectorScoring } from "@quarry/core";
import { kindOf } from "./plugin-calls.ts";

/** A cosine in 32 bits may exceed 1 by rounding. */
const MAX_COSINE = 1.0001;
/** Spaces up to which searching a list is faster than building a set. */
const FEW_SPACES = 32;

const isCosine = (score: unknown): boolean =>
  typeof score === "number" && score >= -MAX_COSINE && score <= MAX_COSINE;

/** What is wrong with the answer of a vector store to `query`; undefined when nothing is. */
export function faultOfHits(hits: readonly VectorHit[], { scope, topK }: VectorQuery): string | undefined {
  if (!Array.isArray(hits)) return `returned ${kindOf(hits)} instead of an array`;
  if (hits.length > topK) return `returned ${hits.length} hits instead of at most ${topK}`;
  const { spaceIds } = scope;
  const known = spaceIds.length > FEW_SPACES ? new Set(spaceIds) : undefined;
  for (const hit of hits as readonly Partial<VectorHit>[]) {
    if (typeof hit?.id !== "string" || typeof hit.documentId !== "string")
      return "returned a hit without the ids of its chunk and document";
    if (!isCosine(hit.score)) return `returned a score that is ${scoreOf(hit.score)}`;
    const { spaceId } = hit;
    if (spaceId === undefined || !(known ? known.has(spaceId) : spaceIds.includes(spaceId)))
      return "returned a hit of a space that was not asked for";
  }
  return undefined;
}

/** What is wrong with the answer to `scores`; undefined when nothing is. */
export function faultOfScores(
  scores: ReadonlyMap<string, number>,
  { ids }: VectorScoring,
): string | undefined {
  if (!(scores instanceof Map)) return `returned ${kindOf(scores)} instead of a Map`;
  let known = 0;
  for (const id of ids) {
    const score = scores.get(id);
    if (score === undefined) continue;
    if (!isCosine(score)) return `returned a score that is ${scoreOf(score)}`;
    known += 1;
  }
  return known < scores.size ? "returned scores of chunks that were not asked for" : undefined;
}

/** What is wrong with the answer to `count`; undefined when nothing is. */
export function faultOfCount(count: number): string | undefined {
  if (Number.isInteger(count) && count >= 0) return undefined;
  return `returned ${typeof count === "number" ? "an impossible number" : kindOf(count)} instead of a count`;
}

/** What is wrong with a step of `scan`; undefined when nothing is. */
export function faultOfRecord(step: IteratorResult<VectorRecord>, orgId: string): string | undefined {
  if (step.done) return undefined;
  const record: Partial<VectorRecord> | undefined = step.value;
  if (typeof record?.id !== "string" || typeof record.documentId !== "string")
    return "returned a record without the ids of its chunk and document";
  if (record.orgId !== orgId) return "returned a record of another organization";
  return Number.isInteger(record.generation) ? undefined : "returned a record without a generation";
}

function scoreOf(score: unknown): string {
  if (typeof score !== "number") return `${kindOf(score)} instead of a number`;
  return Number.isFinite(score) ? "outside of [-1, 1]" : "not finite";
}
