import type { VectorRecord } from "@quarry/core";
import { SCOPE } from "../session.ts";
import { storedRecords, withoutVectors, wrongVectors } from "../stored-records.ts";
import { testGroup } from "../test-group.ts";

const ORG = SCOPE.orgId;

/** Moving everything out. */
export const scanGroup = testGroup("scan", ({ test, expect }) => {
  test("gives every record once, as it was put", async ({ store, settings, random, record, put }) => {
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

  test("gives what the last write left", async ({ store, record, put }) => {
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

  test("can be put into the store again", async ({ store, record, put, expectExact }) => {
    const records = Array.from({ length: 30 }, () => record({ metadata: { a: 1 } }));
    await put(records);
    const stored = await storedRecords(store, ORG);
    await store.delete({ orgId: ORG });
    expect(await storedRecords(store, ORG)).toEqual([]);
    await put(stored);
    await expectExact(records, { topK: 100 });
  });

  test("gives true records while others write", async ({ store, record, put }) => {
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
      // These may come or not, and may take the place of what is gone.
      await put(added);
    }
    expect(new Set(stored.map(({ id }) => id)).size).toEqual(stored.length);
    expect(wrongVectors(stored, [...records, ...added])).toEqual([]);
    const stayed = records.slice(20).map(({ id }) => id);
    expect(stayed.filter((id) => !stored.some((each) => each.id === id))).toEqual([]);
  });

  test("may be left before its end", async ({ store, record, put, held }) => {
    await put(Array.from({ length: 20 }, () => record()));
    for await (const { orgId } of store.scan(ORG)) {
      expect(orgId).toEqual(ORG);
      break;
    }
    expect((await held()).length).toEqual(20);
  });

  test("of nothing gives nothing", async ({ store, record, put }) => {
    expect(await storedRecords(store, ORG)).toEqual([]);
    await put([record({ orgId: "org_a2" })]);
    expect(await storedRecords(store, ORG)).toEqual([]);
  });
});
