import { QuarryError, type VectorRecord, type VectorSelector, type VectorWriter } from "@quarry/core";
import type { Where } from "chromadb";
import { isWrongDimension } from "../client/chroma-errors.ts";
import type { Connection } from "../client/connection.ts";
import type { Collections, OrgCollection } from "../collections/collections.ts";
import { isZero } from "../records/vectors.ts";
import { createPut } from "./put-records.ts";

/** Records to delete per request: more would block other requests for too long. */
const DELETED_PER_REQUEST = 2000;

/** Creates the store's writes. */
export function createWriter(connection: Connection, collections: Collections): VectorWriter {
  const { transfer } = connection;
  const put = createPut(connection, collections);

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

function rethrowWrongDimension(error: unknown): never {
  if (!isWrongDimension(error)) throw error;
  throw new QuarryError("invalid_request", "All vectors of a model must have the same length.", {
    cause: error,
  });
}
