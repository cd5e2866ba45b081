import type { VectorScoring } from "@quarry/core";
import { createQueryVector } from "../columns/query-vector.ts";
import type { Place, RecordPlaces } from "../table/record-places.ts";
import type { VectorTable } from "../table/vector-table.ts";

/** Where the sum of {@link VectorTable.touch} goes. */
const touched = new Float64Array(1);

/** Compares a vector with given records. */
export function scoreRecords({ find }: RecordPlaces, scoring: VectorScoring): ReadonlyMap<string, number> {
  const { scope, model, vector, ids } = scoring;
  const scores = new Map<string, number>();
  const query = createQueryVector(vector);
  if (!query) return scores;
  const [spaces, documents] = [new Set(scope.spaceIds), scope.documentIds && new Set(scope.documentIds)];
  const isInScope = ({ key, dimensions }: VectorTable) =>
    key.orgId === scope.orgId &&
    key.model === model &&
    spaces.has(key.spaceId) &&
    dimensions === vector.length;
  // Most records are in one table, which is then checked once.
  let checked: VectorTable | undefined;
  let isSearched = false;
  const found: (Place & { readonly id: string })[] = [];
  let sum = 0;
  for (const id of ids) {
    const place = find(id);
    if (!place) continue;
    const { table, slot } = place;
    if (table !== checked) [checked, isSearched] = [table, isInScope(table)];
    if (!isSearched || !table.isSearchable(slot)) continue;
    if (documents && !documents.has(table.groups.get(table.groupAt(slot)).documentId)) continue;
    found.push({ id, table, slot });
    sum += table.touch(slot);
  }
  touched[0] = sum;
  for (const { id, table, slot } of found) scores.set(id, table.score(slot, query));
  return scores;
}
