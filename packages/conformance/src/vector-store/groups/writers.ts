import { SCOPE } from "../session.ts";
import { testGroup } from "../test-group.ts";

/** Concurrent callers. */
export const writerGroup = testGroup("concurrent writers", ({ test, expect }) => {
  test("loses no write", async ({ store, record, held }) => {
    const batches = Array.from({ length: 16 }, (_, writer) =>
      Array.from({ length: 10 }, () => record({ documentId: `doc_${writer}` })),
    );
    await Promise.all(batches.map((batch) => store.upsert(batch)));
    expect(await held()).toEqual(batches.flat().map(({ id }) => id));
  });

  test("stores one writer's whole record if several compete", async ({
    store,
    random,
    record,
    query,
    held,
  }) => {
    const records = Array.from({ length: 20 }, () => record());
    const versions = Array.from({ length: 8 }, () => record().vector);
    for (let round = 0; round < 5; round += 1)
      // In random order: a store that locks records in the order of the batch would deadlock.
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

  test("finds a record while it is being replaced", async ({ store, record, ids, put }) => {
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

  test("concurrent edits of documents leave their last generation", async ({ store, record, held }) => {
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
