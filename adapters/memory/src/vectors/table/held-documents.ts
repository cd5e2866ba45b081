import type { TableSet } from "./table-set.ts";
import type { VectorTable } from "./vector-table.ts";

/** The records of a document in one table. */
export interface HeldVectors {
  readonly documentId: string;
  /** The lowest generation of its records. */
  readonly generation: number;
  readonly chunkCount: number;
}

/** Lists the documents of an organization without their vectors. */
export function* heldDocuments(tables: TableSet, orgId: string): Generator<HeldVectors> {
  for (const table of tables.ofOrganization(orgId)) {
    const oldest = oldestByGroup(table);
    for (const ordinal of table.groups.ordinals()) {
      const { documentId, size: chunkCount } = table.groups.get(ordinal);
      yield { documentId, generation: oldest[ordinal] as number, chunkCount };
    }
  }
}

function oldestByGroup(table: VectorTable): number[] {
  const oldest: number[] = [];
  for (let slot = 0; slot < table.slots; slot += 1) {
    const group = table.groupAt(slot);
    const generation = table.generationAt(slot);
    if (group > 0) oldest[group] = Math.min(generation, oldest[group] ?? generation);
  }
  return oldest;
}
