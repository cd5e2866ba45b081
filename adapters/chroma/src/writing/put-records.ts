import type { VectorRecord } from "@quarry/core";
import { createKeyedMutex } from "@quarry/core/internal";
import type { Collection } from "chromadb";
import type { Connection } from "../client/connection.ts";
import type { Collections, OrgCollection } from "../collections/collections.ts";
import {
  hasVector,
  type StoredRow,
  storedMetadata,
  storedMetadataAndDigest,
} from "../records/stored-record.ts";
import { normalised } from "../records/vectors.ts";
import { batchesOf } from "./write-batches.ts";

/** Writes an organization's records of one model; their vectors are not zero. */
export type Put = (orgId: string, model: string, records: readonly VectorRecord[]) => Promise<void>;

/** Creates a `Put`. */
export function createPut({ client, transfer }: Connection, collections: Collections): Put {
  // Reading a record and writing it are two requests.
  const mutex = createKeyedMutex();

  /**
   * Unchanged vectors are not sent again: Chroma's index would insert them again, and after deletions nearby some
   * would become unreachable for searches.
   */
  async function putBatch({ records: stored }: OrgCollection, batch: readonly VectorRecord[]): Promise<void> {
    // Records of a document's first generation are new.
    const older = batch.filter(({ generation }) => generation > 1);
    const rows = await rowsOf(stored, idsOf(older));
    const [same, others]: [VectorRecord[], VectorRecord[]] = [[], []];
    for (const record of batch) {
      const row = rows.get(record.id);
      (row && hasVector(row, record.vector) ? same : others).push(record);
    }
    if (same.length > 0)
      await transfer(() => stored.update({ ids: idsOf(same), metadatas: same.map(storedMetadata) }));
    if (others.length > 0)
      await transfer(() =>
        stored.upsert({
          ids: idsOf(others),
          embeddings: others.map(({ vector }) => normalised(vector)),
          metadatas: others.map(storedMetadataAndDigest),
        }),
      );
  }

  async function rowsOf(stored: Collection, ids: string[]): Promise<Map<string, StoredRow>> {
    if (ids.length === 0) return new Map();
    const found = await transfer(() => stored.get({ ids, include: ["metadatas"] }));
    return new Map(found.ids.map((id, at) => [id, { id, metadata: found.metadatas[at] ?? null }]));
  }

  return async (orgId, model, records) => {
    const most = await transfer(() => client.getMaxBatchSize());
    for (const batch of batchesOf(records, most))
      await mutex.run(idsOf(batch), () =>
        collections.creating(orgId, model, (collection) => putBatch(collection, batch)),
      );
  };
}

function idsOf(records: readonly VectorRecord[]): string[] {
  return records.map(({ id }) => id);
}
