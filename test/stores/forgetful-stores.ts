import type { VectorRecord } from "@quarry/core";
import { type BrokenStore, broken, remembering } from "./broken-store.ts";

/** Stores that forget, or do not. */
export const forgetfulStores: readonly BrokenStore[] = [
  broken("returns what was deleted", "deletion", () => ({ delete: async () => undefined })),
  broken("does not delete spaces", "deletion", (good) => ({
    delete: async (selector) => ("spaceId" in selector ? undefined : good.delete(selector)),
  })),
  broken("forgets beforeGeneration", "deletion", (good) => ({
    delete: ({ orgId, ...rest }) =>
      good.delete("documentId" in rest ? { orgId, documentId: rest.documentId } : { orgId, ...rest }),
  })),
  broken("takes beforeGeneration for one more", "deletion", (good) => ({
    delete: (selector) =>
      good.delete(
        "beforeGeneration" in selector
          ? { ...selector, beforeGeneration: selector.beforeGeneration + 1 }
          : selector,
      ),
  })),
  broken(
    "drops metadata on update",
    "upserts",
    remembering(({ upsert }, known) => ({
      upsert: (records) =>
        upsert(records.map((each) => (known.has(each.id) ? { ...each, metadata: {} } : each))),
    })),
  ),
  broken(
    "keeps the first vector",
    "upserts",
    remembering(({ upsert }, known) => ({
      upsert: (records) =>
        upsert(records.map((each) => ({ ...each, vector: known.get(each.id)?.vector ?? each.vector }))),
    })),
  ),
  broken(
    "keeps the first space",
    "upserts",
    remembering(({ upsert }, known) => ({
      upsert: (records) =>
        upsert(records.map((each) => ({ ...each, spaceId: known.get(each.id)?.spaceId ?? each.spaceId }))),
    })),
  ),
  broken("loses the end of large batches", "batches", (good) => ({
    upsert: (records) => good.upsert(records.slice(0, 1400)),
  })),
  broken("replaces in two steps", "concurrent writers", (good) => ({
    async upsert(records) {
      for (const { orgId, documentId } of records) await good.delete({ orgId, documentId });
      await Bun.sleep(0);
      await good.upsert(records);
    },
  })),
  broken("scan leaves out the last", "scan", (good) => ({
    async *scan(orgId) {
      let held: VectorRecord | undefined;
      for await (const record of good.scan(orgId)) {
        if (held) yield held;
        held = record;
      }
    },
  })),
  broken("scan loses metadata", "scan", (good) => ({
    async *scan(orgId) {
      for await (const record of good.scan(orgId)) yield { ...record, metadata: {} };
    },
  })),
  broken("says it is durable and is not", "durability", ({ capabilities }) => ({
    capabilities: { ...capabilities, durable: true },
  })),
];
