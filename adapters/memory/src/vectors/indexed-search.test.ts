import { afterEach, expect, test } from "bun:test";
import type { VectorHit, VectorQuery, VectorRecord } from "@quarry/core";
import { createMemoryVectorStore, type MemoryVectorStore } from "./memory-vector-store.ts";
import { createTestRandom } from "./test-random.fixture.ts";

const DIMENSIONS = 16;
const SCOPE = { orgId: "o", spaceIds: ["s"] };
const stores: MemoryVectorStore[] = [];

/** The same records in a store with an index and in one without. */
function pair() {
  const indexed = createMemoryVectorStore({ exactBelow: 500, proposalCost: 0 });
  const exact = createMemoryVectorStore({ exactBelow: Number.POSITIVE_INFINITY });
  stores.push(indexed, exact);
  const put = async (records: readonly VectorRecord[]) => {
    for (const store of [indexed, exact]) await store.upsert(records);
  };
  return { indexed, exact, put };
}

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

function recordMaker(seed: number) {
  const random = createTestRandom(seed);
  const centres = Array.from({ length: 30 }, () => random.vector(DIMENSIONS));
  const near = () => {
    const [centre, noise] = [random.pick(centres), random.vector(DIMENSIONS)];
    return centre.map((value, at) => value + 0.6 * (noise[at] as number));
  };
  const record = (id: number, fields: Partial<VectorRecord> = {}): VectorRecord => ({
    ...{ id: `c${id}`, orgId: "o", spaceId: "s", documentId: `d${Math.floor(id / 4)}`, generation: 1 },
    ...{ model: "m", vector: near(), metadata: { part: random.below(10) } },
    ...fields,
  });
  return { random, near, record };
}

const question = (vector: Float32Array, fields: Partial<VectorQuery> = {}): VectorQuery => ({
  ...{ scope: SCOPE, model: "m", vector, topK: 10 },
  ...fields,
});

/** Share of the best hits that the store with the index finds. */
async function recall({ indexed, exact }: ReturnType<typeof pair>, questions: readonly VectorQuery[]) {
  let [found, wanted] = [0, 0];
  for (const asked of questions) {
    const best = await exact.query(asked);
    const hits = new Map((await indexed.query(asked)).map((hit): [string, VectorHit] => [hit.id, hit]));
    expect(hits.size).toBe(best.length);
    for (const hit of best) if (hits.get(hit.id)?.score === hit.score) found += 1;
    wanted += best.length;
  }
  return found / wanted;
}

test("10,000 changes do not lower the recall", async () => {
  const both = pair();
  const { random, near, record } = recordMaker(1);
  await both.put(Array.from({ length: 1000 }, (_, at) => record(at)));
  await both.indexed.settled();
  for (let cycle = 0; cycle < 10_000; cycle += 100) {
    await both.put(Array.from({ length: 50 }, () => record(random.below(1000))));
    // The other half deletes and adds chunks.
    const gone = { orgId: "o", documentId: `d${random.below(250)}` };
    for (const store of [both.indexed, both.exact]) await store.delete(gone);
    await both.put(Array.from({ length: 50 }, (_, at) => record(1000 + (cycle % 1000) + at)));
    if (cycle % 1000 === 0) {
      const questions = Array.from({ length: 5 }, () => question(near()));
      expect(await recall(both, questions)).toBeGreaterThanOrEqual(0.97);
      await both.indexed.settled();
    }
  }
  await both.indexed.settled();
  const filter = { kind: "compare", path: ["part"], operator: "$lt", value: 5 } as const;
  const questions = Array.from({ length: 100 }, (_, at) => question(near(), at % 2 ? { filter } : {}));
  expect(await recall(both, questions)).toBeGreaterThanOrEqual(0.97);
});

test("many copies of one vector hide no other vectors, and their ties are ordered by id", async () => {
  const both = pair();
  const { random, near, record } = recordMaker(2);
  const same = near();
  const ids = random.shuffled(Array.from({ length: 2000 }, (_, at) => at));
  await both.put(ids.map((id) => record(id, id % 2 === 0 ? { vector: same } : {})));
  await both.indexed.settled();
  const questions = Array.from({ length: 50 }, () => question(near()));
  expect(await recall(both, questions)).toBeGreaterThanOrEqual(0.97);
  for (const topK of [1, 10, 300]) {
    const asked = question(same, { topK });
    expect(await both.indexed.query(asked)).toEqual(await both.exact.query(asked));
  }
});

test("finds vectors before they are indexed, and not after they are deleted", async () => {
  const { indexed, put } = pair();
  const { near, record } = recordMaker(3);
  await put(Array.from({ length: 1000 }, (_, at) => record(at)));
  await indexed.settled();
  const vector = near();
  const first = async () => (await indexed.query(question(vector, { topK: 1 })))[0]?.id;
  await put([record(5000, { vector })]);
  expect(await first()).toBe("c5000");
  await indexed.settled();
  expect(await first()).toBe("c5000");
  await put([record(5000), record(5001, { vector })]);
  expect(await first()).toBe("c5001");
  await indexed.delete({ orgId: "o", documentId: "d1250" });
  expect(await first()).not.toBe("c5001");
});

test("indexing yields to the event loop", async () => {
  const { indexed, put } = pair();
  const { record } = recordMaker(4);
  await put(Array.from({ length: 2000 }, (_, at) => record(at)));
  let [isDone, turns] = [false, 0];
  const settled = indexed.settled().then(() => {
    isDone = true;
  });
  for (; !isDone; turns += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  await settled;
  expect(turns).toBeGreaterThan(5);
});
