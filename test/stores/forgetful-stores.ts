import type { VectorRecord } from "@quarry/core";
import { type BrokenStore, broken, withRecords } from "./broken-store.ts";

/** Stores that lose or keep the wrong data. */
export const forgetfulStores: readonly BrokenStore[] = [
  broken("returns deleted records", "deletion", () => ({ delete: async () => undefined })),
  broken("does not delete spaces", "deletion", (good) => ({
    delete: async (selector) => ("spaceId" in selector ? undefined : good.delete(selector)),
  })),
  broken("ignores beforeGeneration", "deletion", (good) => ({
    delete: ({ orgId, ...rest }) =>
      good.delete("documentId" in rest ? { orgId, documentId: rest.documentId } : { orgId, ...rest }),
  })),
  broken("treats beforeGeneration as inclusive", "deletion", (good) => ({
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
    withRecords(({ upsert }, known) => ({
      upsert: (records) =>
        upsert(records.map((each) => (known.has(each.id) ? { ...each, metadata: {} } : each))),
    })),
  ),
  broken(
    "keeps the first vector",
    "upserts",
    withRecords(({ upsert }, known) => ({
      upsert: (records) =>
        upsert(records.map((each) => ({ ...each, vector: known.get(each.id)?.vector ?? each.vector }))),
    })),
  ),
  broken(
    "keeps the first space",
    "upserts",
    withRecords(({ upsert }, known) => ({
      upsert: (records) =>
        upsert(records.map((each) => ({ ...each, spaceId: known.get(each.id)?.spaceId ?? each.spaceId }))),
    })),
  ),
  broken("truncates large batches", "batches", (good) => ({
    upsert: (records) => good.upsert(records.slice(0, 150)),
  })),
  broken("replaces in two steps", "concurrent writers", (good) => ({
    async upsert(records) {
      for (const { orgId, documentId } of records) await good.delete({ orgId, documentId });
      await Bun.sleep(0);
      await good.upsert(records);
    },
  })),
  broken("omits the last record of a scan", "scan", (good) => ({
    async *scan(orgId) {
      let held: VectorRecord | undefined;
      for await (const record of good.scan(orgId)) {
        if (held) yield held;
        held = record;
      }
    },
  })),
  broken("scans records without metadata", "scan", (good) => ({
    async *scan(orgId) {
      for await (const record of good.scan(orgId)) yield { ...record, metadata: {} };
    },
  })),
  broken("declares durability without having it", "durability", ({ capabilities }) => ({
    capabilities: { ...capabilities, durable: true },
  })),
];
