import type { VectorRecord } from "@quarry/core";
import type { Connection } from "./client/connection.ts";
import type { Collections, OrgCollection } from "./collections/collections.ts";
import { recordOf } from "./records/stored-record.ts";

const PAGE = 500;

/**
 * Yields every record of a collection that is not in `seen`. It reads all ids first and then their records: paging by
 * offset would skip records when others are deleted in between.
 */
export async function* scanCollection(
  { transfer }: Connection,
  collections: Collections,
  { orgId, model }: OrgCollection,
  seen: Set<string>,
): AsyncGenerator<VectorRecord> {
  const read = (ids?: string[]) =>
    collections.within(orgId, model, ({ records }) =>
      transfer(() => records.get(ids ? { ids, include: ["embeddings", "metadatas"] } : { include: [] })),
    );
  const ids = (await read())?.ids ?? [];
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = await read(ids.slice(at, at + PAGE));
    for (const [index, id] of (page?.ids ?? []).entries()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const row = {
        id,
        metadata: page?.metadatas[index] ?? null,
        embedding: page?.embeddings[index] ?? null,
      };
      yield recordOf(row, orgId, model);
    }
  }
}
