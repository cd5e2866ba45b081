import { SCOPE } from "../session.ts";
import { testGroup } from "../test-group.ts";

/** Many callers at once. */
export const writerGroup = testGroup("concurrent writers", ({ test, expect }) => {
  test("no write is lost", async ({ store, record, held }) => {
    const batches = Array.from({ length: 16 }, (_, writer) =>
      Array.from({ length: 10 }, () => record({ documentId: `doc_${writer}` })),
    );
    await Promise.all(batches.map((batch) => store.upsert(batch)));
    expect(await held()).toEqual(batches.flat().map(({ id }) => id));
  });

  test("of writers of one record one wins, whole", async ({ store, random, record, query, held }) => {
    const records = Array.from({ length: 20 }, () => record());
    const versions = Array.from({ length: 8 }, () => record().vector);
    for (let round = 0; round < 5; round += 1)
      // Each in an order of its own: locks taken in the order of the batch would block each other for ever.
      await Promise.all(
        versions.map((vector, version) =>
          store.upsert(
            random
              .shuffled(records)
              .map((old) => ({ ...old, vector, metadata: { version }, generation: version })),
          ),
        ),
      );
    expect(await held()).toEqual(records.map(({ id }) => id));
    const found: string[] = [];
    for (const [version, vector] of versions.entries()) {
      const filter = { kind: "contains", value: { version } } as const;
      for (const { id, score } of await query({ vector, filter, topK: 100 })) {
        expect(score).toBeGreaterThanOrEqual(0.9999);
        found.push(id);
      }
    }
    expect(found.sort()).toEqual(records.map(({ id }) => id));
  });

  test("a record that is being replaced can be found all the while", async ({ store, record, ids, put }) => {
    const documents = Array.from({ length: 5 }, () => record());
    await put(documents);
    const counts = new Set<number>();
    for (let round = 0; round < 20; round += 1) {
      const writes = documents.map((old) =>
        store.upsert([{ ...old, vector: record().vector, generation: round }]),
      );
      const reads = Array.from({ length: 4 }, async () => counts.add((await ids()).length));
      await Promise.all([...writes, ...reads]);
    }
    expect([...counts]).toEqual([documents.length]);
  });

  test("edits of documents side by side leave the last generation", async ({ store, record, held }) => {
    const edit = async (documentId: string) => {
      let last: string[] = [];
      for (let generation = 1; generation <= 10; generation += 1) {
        const chunks = Array.from({ length: 3 }, () => record({ documentId, generation }));
        await store.upsert(chunks);
        await store.delete({ orgId: SCOPE.orgId, documentId, beforeGeneration: generation });
        last = chunks.map(({ id }) => id);
      }
      return last;
    };
    const kept = await Promise.all(Array.from({ length: 8 }, (_, at) => edit(`doc_${at}`)));
    expect(await held()).toEqual(kept.flat().sort());
  });
});
