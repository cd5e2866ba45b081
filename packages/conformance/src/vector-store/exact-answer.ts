import { matchesFilter, type VectorHit, type VectorQuery, type VectorRecord } from "@quarry/core";

/** A record that matches a query. */
export interface Match {
  readonly record: VectorRecord;
  readonly score: number;
}

/** Maximum difference between a score and the cosine. */
export const SCORE_TOLERANCE = 1e-4;

/** Returns the cosine of two vectors; undefined if one is zero or their lengths differ. */
export function cosine(a: Float32Array, b: Float32Array): number | undefined {
  if (a.length !== b.length) return undefined;
  let [product, left, right] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] as number, b[at] as number];
    product += x * y;
    left += x * x;
    right += y * y;
  }
  return left > 0 && right > 0 ? product / Math.sqrt(left * right) : undefined;
}

/** Returns all records that match a query by the port's definition, by id. */
export function exactMatches(records: readonly VectorRecord[], query: VectorQuery): Map<string, Match> {
  const { scope, model, vector, filter } = query;
  const [spaces, documents] = [new Set(scope.spaceIds), scope.documentIds && new Set(scope.documentIds)];
  const matches = new Map<string, Match>();
  for (const record of records) {
    if (record.orgId !== scope.orgId || record.model !== model || !spaces.has(record.spaceId)) continue;
    if (documents && !documents.has(record.documentId)) continue;
    if (filter && !matchesFilter(record.metadata, filter)) continue;
    const score = cosine(record.vector, vector);
    if (score !== undefined) matches.set(record.id, { record, score });
  }
  return matches;
}

/**
 * Returns the errors in a query's result: hits that do not match or repeat, a wrong number of hits, wrong scores or order.
 * @param isExact False to allow missing better matches, as in an approximate search.
 */
export function faultsOf(
  hits: readonly VectorHit[],
  matches: ReadonlyMap<string, Match>,
  topK: number,
  isExact = true,
): string[] {
  const faults: string[] = [];
  const wanted = Math.min(topK, matches.size);
  if (hits.length !== wanted) faults.push(`${hits.length} hits instead of ${wanted}`);
  const falling = isExact ? [...matches.values()].map(({ score }) => score).sort((a, b) => b - a) : [];
  const seen = new Set<string>();
  for (const [at, hit] of hits.entries()) {
    const match = matches.get(hit.id);
    const before = hits[at - 1];
    if (seen.has(hit.id)) faults.push(`${hit.id} is repeated`);
    seen.add(hit.id);
    if (!match) faults.push(`${hit.id} does not match`);
    else faults.push(...faultsOfHit(hit, match, falling[at]));
    if (before && !(before.score > hit.score || (before.score === hit.score && before.id < hit.id)))
      faults.push(`${hit.id} (${hit.score}) comes after ${before.id} (${before.score})`);
  }
  return faults.slice(0, 10);
}

function faultsOfHit(hit: VectorHit, { record, score }: Match, best: number | undefined): string[] {
  const faults: string[] = [];
  // Negated so that NaN is an error.
  if (!(Math.abs(hit.score - score) <= SCORE_TOLERANCE) || Math.abs(hit.score) > 1)
    faults.push(`${hit.id} has score ${hit.score} instead of ${score}`);
  if (best !== undefined && score < best - SCORE_TOLERANCE)
    faults.push(`${hit.id} (${score}) is in place of a match with ${best}`);
  if (hit.spaceId !== record.spaceId || hit.documentId !== record.documentId)
    faults.push(`${hit.id} is reported in ${hit.spaceId}, ${hit.documentId}`);
  return faults;
}
