import { type Filter, matchesFilter, type SearchScope, type VectorHit } from "@quarry/core";
import type { Connection } from "../client/connection.ts";
import type { OrgCollection } from "../collections/collections.ts";
import { metadataOf, placeOf, type StoredRow } from "../records/stored-record.ts";
import { MAX_LISTED, toConditions } from "./where.ts";

/** Creates the final check whether a row is in a scope and passes a filter. */
export function matcher(
  { spaceIds, documentIds }: SearchScope,
  filter?: Filter,
): (row: StoredRow) => boolean {
  const [spaces, documents] = [new Set(spaceIds), documentIds && new Set(documentIds)];
  return (row) => {
    const { spaceId, documentId } = placeOf(row);
    if (!spaces.has(spaceId) || (documents && !documents.has(documentId))) return false;
    return !filter || matchesFilter(metadataOf(row), filter);
  };
}

/** Returns the ids of all records in a scope that pass a filter. */
export async function matchingIds(
  { transfer }: Connection,
  { records }: OrgCollection,
  scope: SearchScope,
  filter?: Filter,
): Promise<string[]> {
  const ids: string[] = [];
  // Chroma evaluates a scope alone exactly, and sending the metadata of very many rows takes long.
  const isExact = !filter && scope.spaceIds.length <= MAX_LISTED;
  const isMatch = matcher(scope, filter);
  for (const where of toConditions(scope, filter)) {
    const include = isExact ? [] : (["metadatas"] as const);
    const answer = await transfer(() => records.get({ include: [...include], ...(where ? { where } : {}) }));
    for (const [at, id] of answer.ids.entries())
      if (isExact || isMatch({ id, metadata: answer.metadatas[at] ?? null })) ids.push(id);
  }
  return ids;
}

/** Returns the `topK` best hits, ties by ascending id. */
export function best(hits: readonly VectorHit[], topK: number): VectorHit[] {
  return hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, topK);
}
