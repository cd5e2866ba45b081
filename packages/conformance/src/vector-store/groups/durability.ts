import { SCOPE } from "../session.ts";
import { storedRecords, withoutVectors, wrongVectors } from "../stored-records.ts";
import { testGroup } from "../test-group.ts";

const NOT_DURABLE = "the store does not declare durable";

/** Data after a crash. Only for stores that declare `durable`. */
export const durabilityGroup = testGroup("durability where declared", ({ test, skip, expect }) => {
  test("keeps acknowledged writes after a crash", async (session) => {
    if (!session.store.capabilities.durable) return skip(session.title, NOT_DURABLE);
    const { record, put } = session;
    const records = Array.from({ length: 100 }, (_, at) =>
      record({ documentId: `doc_${at % 10}`, metadata: { at, unicode: "ключ 😀" } }),
    );
    await put(records);
    const changed = records.map((old, at) =>
      at % 3 === 0 ? { ...old, generation: 2, vector: record().vector, metadata: { again: at } } : old,
    );
    await put(changed.filter((_, at) => at % 3 === 0));
    await session.store.delete({ orgId: SCOPE.orgId, documentId: "doc_4" });
    const left = changed.filter(({ documentId }) => documentId !== "doc_4");

    for (let round = 0; round < 2; round += 1) {
      await session.reopen();
      const stored = await storedRecords(session.store, SCOPE.orgId);
      expect(withoutVectors(stored)).toEqual(withoutVectors(left));
      expect(wrongVectors(stored, left)).toEqual([]);
      await session.expectExact(left, { topK: 20 });
      // Accepts writes as before.
      const added = record();
      await put([added]);
      left.push(added);
      await session.expectExact(left, { topK: 200 });
    }
  });

  test("reopens an empty store", async (session) => {
    if (!session.store.capabilities.durable) return skip(session.title, NOT_DURABLE);
    await session.reopen();
    expect(await session.held()).toEqual([]);
  });
});
