import { expect, test } from "bun:test";
import { createMemoryVectorStore } from "../memory-vector-store.ts";
import { createTestRandom } from "../test-random.fixture.ts";

test.each([1, 2, 3])("lists what a scan yields, after any changes (seed %d)", async (seed) => {
  const { below, pick, vector } = createTestRandom(seed);
  const store = createMemoryVectorStore();
  for (let round = 0; round < 40; round += 1) {
    const records = Array.from({ length: below(40) }, () => ({
      id: `chk_${below(300)}`,
      orgId: pick(["o", "p"]),
      spaceId: pick(["s", "t"]),
      documentId: `doc_${below(25)}`,
      generation: below(9),
      model: pick(["m", "n"]),
      vector: below(9) === 0 ? new Float32Array(4) : vector(4),
      metadata: pick([{}, { year: 1999 }]),
    }));
    await store.upsert(records);
    if (below(3) === 0) await store.delete({ orgId: "o", documentId: `doc_${below(25)}` });
    if (below(9) === 0) await store.delete({ orgId: pick(["o", "p"]), spaceId: "t" });
    for (const orgId of ["o", "p", "q"]) {
      const [scanned, listed] = [new Map<string, number[]>(), new Map<string, number[]>()];
      const add = (to: Map<string, number[]>, id: string, generation: number, count: number) => {
        const [oldest = generation, known = 0] = to.get(id) ?? [];
        to.set(id, [Math.min(oldest, generation), known + count]);
      };
      for await (const { documentId, generation } of store.scan(orgId))
        add(scanned, documentId, generation, 1);
      for (const { documentId, generation, chunkCount } of store.documents(orgId))
        add(listed, documentId, generation, chunkCount);
      expect([...listed].sort()).toEqual([...scanned].sort());
    }
  }
  await store.close();
});
