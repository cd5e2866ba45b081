import type { VectorRecord } from "@quarry/core";
import { SCOPE } from "../session.ts";
import { testGroup } from "../test-group.ts";

/** Batches of all sizes. */
export const batchGroup = testGroup("batches", ({ test, expect }) => {
  test("ignores an empty batch", async ({ store, record, put, held }) => {
    await store.upsert([]);
    expect(await held()).toEqual([]);
    const only = record();
    await put([only]);
    await store.upsert([]);
    expect(await held()).toEqual([only.id]);
  });

  test("accepts the largest batch, twice", async ({ store, settings, record, expectExact }) => {
    const { maxBatch } = store.capabilities;
    expect(maxBatch).toBeGreaterThanOrEqual(1);
    const size = Math.min(maxBatch, settings.isFull ? 100_000 : 1500);
    let records: VectorRecord[] = Array.from({ length: size }, (_, at) =>
      record({
        documentId: `doc_${at % 50}`,
        metadata: { at, text: "as long as metadata often is ".repeat(5) },
      }),
    );
    await store.upsert(records);
    expect(await store.count(SCOPE)).toEqual(size);
    records = records.map((old) => ({ ...old, generation: 2, metadata: { ...old.metadata, again: true } }));
    await store.upsert(records);
    expect(await store.count(SCOPE)).toEqual(size);
    const last = { kind: "compare", path: ["at"], operator: "$gte", value: size - 3 } as const;
    await expectExact(records, { filter: last });
    await expectExact(records, { filter: { kind: "contains", value: { again: true, at: 0 } } });
  });

  test("stores large metadata", async ({ record, put, expectExact }) => {
    const long = "ünï ".repeat(2000);
    const records = [record({ metadata: { long } }), record({ metadata: { long: `${long}.` } })];
    await put(records);
    await expectExact(records, { filter: { kind: "contains", value: { long } } });
  });
});
