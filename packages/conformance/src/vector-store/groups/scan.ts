import type { VectorRecord } from "@quarry/core";
import { SCOPE } from "../session.ts";
import { storedRecords, withoutVectors, wrongVectors } from "../stored-records.ts";
import { testGroup } from "../test-group.ts";

const ORG = SCOPE.orgId;

/** Exporting all records. */
export const scanGroup = testGroup("scan", ({ test, expect }) => {
  test("yields every record once, as written", async ({ store, settings, random, record, put }) => {
    const metadata = [
      { "😀": { ключ: [1, null, "1", { a: true }] }, "": 0.1 },
      { big: 1e21, safe: 9007199254740991, small: -1.5e-7, text: "é e\u0301 ' \" \\ \n" },
      {},
    ];
    const records = Array.from({ length: 300 }, (_, at) =>
      record({
        spaceId: `spc_${at % 3}`,
        documentId: `doc_${at % 40}`,
        generation: at,
        metadata: metadata[at % metadata.length] ?? {},
        ...(at % 5 === 0 ? { model: "model-b", vector: random.vector(settings.dimensions + 1) } : {}),
      }),
    );
    await put([...records, record({ orgId: "org_b" })]);
    const stored = await storedRecords(store, ORG);
    expect(withoutVectors(stored)).toEqual(withoutVectors(records));
    expect(wrongVectors(stored, records)).toEqual([]);
  });

  test("yields the state after the last write", async ({ store, record, put }) => {
    const records = Array.from({ length: 30 }, (_, at) => record({ documentId: `doc_${at % 3}` }));
    await put(records);
    const changed: VectorRecord[] = records.map((old) => ({
      ...old,
      generation: 2,
      spaceId: "spc_b",
      metadata: { changed: true },
      vector: record().vector,
    }));
    await put(changed);
    await store.delete({ orgId: ORG, documentId: "doc_1" });
    const left = changed.filter(({ documentId }) => documentId !== "doc_1");
    const stored = await storedRecords(store, ORG);
    expect(withoutVectors(stored)).toEqual(withoutVectors(left));
    expect(wrongVectors(stored, left)).toEqual([]);
  });

  test("yields records that can be written again", async ({ store, record, put, expectExact }) => {
    const records = Array.from({ length: 30 }, () => record({ metadata: { a: 1 } }));
    await put(records);
    const stored = await storedRecords(store, ORG);
    await store.delete({ orgId: ORG });
    expect(await storedRecords(store, ORG)).toEqual([]);
    await put(stored);
    await expectExact(records, { topK: 100 });
  });

  test("yields consistent records during writes", async ({ store, record, put }) => {
    const records = Array.from({ length: 40 }, () => record());
    await put(records);
    const added = Array.from({ length: 20 }, () => record());
    const stored: VectorRecord[] = [];
    for await (const each of store.scan(ORG)) {
      stored.push(each);
      if (stored.length !== 5) continue;
      for (const { documentId } of records.slice(0, 20)) await store.delete({ orgId: ORG, documentId });
      await put(records.slice(20, 25).map((old) => ({ ...old, generation: 2 })));
      await put(records.slice(25, 30).map((old) => ({ ...old, spaceId: "spc_b" })));
      // May or may not be yielded, and may reuse the slots of deleted records.
      await put(added);
    }
    expect(new Set(stored.map(({ id }) => id)).size).toEqual(stored.length);
    expect(wrongVectors(stored, [...records, ...added])).toEqual([]);
    const kept = records.slice(20).map(({ id }) => id);
    expect(kept.filter((id) => !stored.some((each) => each.id === id))).toEqual([]);
  });

  test("can be stopped early", async ({ store, record, put, held }) => {
    await put(Array.from({ length: 20 }, () => record()));
    for await (const { orgId } of store.scan(ORG)) {
      expect(orgId).toEqual(ORG);
      break;
    }
    expect((await held()).length).toEqual(20);
  });

  test("yields nothing for an empty organization", async ({ store, record, put }) => {
    expect(await storedRecords(store, ORG)).toEqual([]);
    await put([record({ orgId: "org_a2" })]);
    expect(await storedRecords(store, ORG)).toEqual([]);
  });
});
