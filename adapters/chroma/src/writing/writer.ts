import { QuarryError, type VectorRecord, type VectorSelector, type VectorWriter } from "@quarry/core";
import { createKeyedMutex } from "@quarry/core/internal";
import type { Collection, Where } from "chromadb";
import { isWrongDimension } from "../client/chroma-errors.ts";
import type { Connection } from "../client/connection.ts";
import type { Collections, OrgCollection } from "../collections/collections.ts";
import {
  hasVector,
  type StoredRow,
  storedMetadata,
  storedMetadataAndDigest,
} from "../records/stored-record.ts";
import { isZero, normalised } from "../records/vectors.ts";
import { batchesOf } from "./write-batches.ts";

/** Records to delete per request: more would block other requests for too long. */
const DELETED_PER_REQUEST = 2000;

/** Creates the store's writes. */
export function createWriter(connection: Connection, collections: Collections): VectorWriter {
  const { client, transfer } = connection;
  // Reading a record and writing it are two requests.
  const mutex = createKeyedMutex();

  async function put(orgId: string, model: string, records: readonly VectorRecord[]): Promise<void> {
    const most = await transfer(() => client.getMaxBatchSize());
    for (const batch of batchesOf(records, most))
      await mutex.run(idsOf(batch), () =>
        collections.creating(orgId, model, (collection) => putBatch(collection, batch)),
      );
  }

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

  function erase({ orgId, model }: OrgCollection, ids: string[]): Promise<unknown> {
    return collections.within(orgId, model, ({ records }) => transfer(() => records.delete({ ids })));
  }

  async function eraseWhere({ orgId, model }: OrgCollection, where: Where): Promise<void> {
    const limit = DELETED_PER_REQUEST;
    for (let deleted: number | undefined = limit; deleted === limit; )
      deleted = await collections.within(
        orgId,
        model,
        async ({ records }) => (await transfer(() => records.delete({ where, limit }))).deleted,
      );
  }

  return {
    async upsert(records) {
      const latest = [...new Map(records.map((record) => [record.id, record])).values()];
      const groups = Map.groupBy(latest, ({ orgId, model }) => JSON.stringify([orgId, model]));
      for (const group of groups.values()) {
        const [{ orgId, model }] = group as [VectorRecord];
        // Chroma scores zero vectors, though nothing is similar to them, so they are not stored.
        const kept = group.filter(({ vector }) => !isZero(vector));
        if (kept.length > 0) await put(orgId, model, kept).catch(rethrowWrongDimension);
        const dropped = group.filter(({ vector }) => isZero(vector)).map(({ id }) => id);
        for (const collection of await collections.ofOrg(orgId, "recent")) {
          // A record has a vector of one model only.
          const gone = collection.model === model ? dropped : group.map(({ id }) => id);
          if (gone.length > 0) await erase(collection, gone);
        }
      }
    },

    async delete(selector: VectorSelector) {
      const conditions: Where[] = [];
      if ("spaceId" in selector) conditions.push({ spaceId: selector.spaceId });
      if ("documentId" in selector) conditions.push({ documentId: selector.documentId });
      if ("beforeGeneration" in selector) conditions.push({ generation: { $lt: selector.beforeGeneration } });
      const [where, ...others] = conditions;
      for (const collection of await collections.ofOrg(selector.orgId))
        if (!where) await collections.remove(collection);
        else await eraseWhere(collection, others.length > 0 ? { $and: conditions } : where);
    },
  };
}

function idsOf(records: readonly VectorRecord[]): string[] {
  return records.map(({ id }) => id);
}

function rethrowWrongDimension(error: unknown): never {
  if (!isWrongDimension(error)) throw error;
  throw new QuarryError("invalid_request", "All vectors of a model must have the same length.", {
    cause: error,
  });
}
