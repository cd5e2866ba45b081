import type { SearchScope, VectorRecord } from "@quarry/core";
import { createYieldToEventLoop } from "@quarry/core/internal";
import type { Place, RecordPlaces } from "./record-places.ts";
import type { TableSet } from "./table-set.ts";

/** Counts the records of a scope. */
export function countRecords(tables: TableSet, { orgId, spaceIds, documentIds }: SearchScope): number {
  const documents = documentIds && [...new Set(documentIds)];
  let total = 0;
  for (const spaceId of new Set(spaceIds))
    for (const { size, groups } of tables.ofSpace(orgId, spaceId)) {
      const counted = documents?.flatMap((documentId) => groups.ofDocument(documentId));
      total += counted ? counted.reduce((sum, group) => sum + groups.get(group).size, 0) : size;
    }
  return total;
}

/** Yields every record of an organization, and to the event loop in between. */
export async function* scanRecords(
  { tables, find }: RecordPlaces,
  orgId: string,
): AsyncGenerator<VectorRecord> {
  const ids = tables
    .ofOrganization(orgId)
    .flatMap((table) => Array.from({ length: table.slots }, (_, slot) => table.idAt(slot)));
  const yieldToEventLoop = createYieldToEventLoop();
  // Records may be replaced, moved or deleted during the scan.
  for (const id of ids) {
    await yieldToEventLoop();
    const place = find(id);
    if (place && place.table.key.orgId === orgId) yield recordAt(place);
  }
}

function recordAt({ table, slot }: Place): VectorRecord {
  const { documentId, metadata } = table.groups.get(table.groupAt(slot));
  const [id, generation] = [table.idAt(slot), table.generationAt(slot)];
  // Copied, because the slot may change while the caller uses the record.
  return { ...table.key, id, documentId, generation, metadata, vector: table.vectorAt(slot).slice() };
}
