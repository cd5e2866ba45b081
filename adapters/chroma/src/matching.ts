import { type Filter, matchesFilter, type SearchScope, type VectorHit } from "@quarry/core";
import type { OrgCollection } from "./collections.ts";
import type { Connection } from "./connection.ts";
import { metadataOf, placeOf, type StoredRow } from "./stored-record.ts";
import { MAX_LISTED, narrowing } from "./where.ts";

/** The last word on whether a row is in a scope and passes a filter. */
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

/** Ids of all records in a scope that pass a filter. */
export async function matchingIds(
  { transfer }: Connection,
  { records }: OrgCollection,
  scope: SearchScope,
  filter?: Filter,
): Promise<string[]> {
  const ids: string[] = [];
  // Of a scope alone Chroma knows all, and metadata of very many rows take long to send.
  const isSure = !filter && scope.spaceIds.length <= MAX_LISTED;
  const isMatch = matcher(scope, filter);
  for (const where of narrowing(scope, filter)) {
    const include = isSure ? [] : (["metadatas"] as const);
    const answer = await transfer(() => records.get({ include: [...include], ...(where ? { where } : {}) }));
    for (const [at, id] of answer.ids.entries())
      if (isSure || isMatch({ id, metadata: answer.metadatas[at] ?? null })) ids.push(id);
  }
  return ids;
}

/** The first hits by falling score, ties by ascending id. */
export function best(hits: readonly VectorHit[], topK: number): VectorHit[] {
  return hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, topK);
}
