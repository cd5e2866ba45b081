import type { VectorScoring } from "@quarry/core";
import { normalise } from "../columns/vector-arithmetic.ts";
import type { RecordPlaces } from "../table/record-places.ts";

/** Compares a vector with given records. */
export function scoreRecords({ find }: RecordPlaces, scoring: VectorScoring): ReadonlyMap<string, number> {
  const { scope, model, vector, ids } = scoring;
  const scores = new Map<string, number>();
  const question = new Float64Array(vector.length);
  if (!normalise(vector, question)) return scores;
  const [spaces, documents] = [new Set(scope.spaceIds), scope.documentIds && new Set(scope.documentIds)];
  for (const id of ids) {
    const place = find(id);
    if (!place) continue;
    const { table, slot } = place;
    const { key, groups } = table;
    if (key.orgId !== scope.orgId || key.model !== model || !spaces.has(key.spaceId)) continue;
    if (table.dimensions !== vector.length || !table.isSearchable(slot)) continue;
    if (documents && !documents.has(groups.get(table.groupAt(slot)).documentId)) continue;
    scores.set(id, table.score(slot, question));
  }
  return scores;
}
