import { describe, expect, test } from "bun:test";
import type { VectorQuery, VectorRecord } from "@quarry/core";
import { createMemoryVectorStore } from "./memory-vector-store.ts";

const record = (id: string, fields: Partial<VectorRecord> = {}): VectorRecord => ({
  id,
  orgId: "o",
  spaceId: "s",
  documentId: `d-${id}`,
  generation: 1,
  model: "m",
  vector: Float32Array.of(1, 0),
  metadata: {},
  ...fields,
});
const question = (fields: Partial<VectorQuery> = {}): VectorQuery => ({
  scope: { orgId: "o", spaceIds: ["s"] },
  model: "m",
  vector: Float32Array.of(1, 0),
  topK: 10,
  ...fields,
});
const scope = { orgId: "o", spaceIds: ["s"] };

async function storeOf(...records: readonly VectorRecord[]) {
  const store = createMemoryVectorStore();
  await store.upsert(records);
  const ids = async (fields?: Partial<VectorQuery>) =>
    (await store.query(question(fields))).map(({ id }) => id);
  return { store, ids };
}

describe("the vector store in memory", () => {
  test("ranks by cosine, regardless of the vectors' lengths, with ties by id", async () => {
    const { store } = await storeOf(
      record("far", { vector: Float32Array.of(-3, 0) }),
      record("b", { vector: Float32Array.of(0.001, 0) }),
      record("a", { vector: Float32Array.of(500, 0) }),
      record("c", { vector: Float32Array.of(4, 0) }),
      record("near", { vector: Float32Array.of(1, 1) }),
      record("across", { vector: Float32Array.of(0, 1) }),
    );
    const hits = await store.query(question());
    expect(hits.map(({ id }) => id)).toEqual(["a", "b", "c", "near", "across", "far"]);
    const scores = [1, 1, 1, Math.SQRT1_2, 0, -1];
    for (const [at, hit] of hits.entries()) expect(hit.score).toBeCloseTo(scores[at] as number, 6);
    expect((await store.query(question({ topK: 2 }))).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(hits[0]).toEqual({ id: "a", spaceId: "s", documentId: "d-a", score: hits[0]?.score as number });
  });

  test("opposite vectors tie too, although rounding puts some below -1", async () => {
    for (let round = 0; round < 50; round += 1) {
      const vector = Float32Array.from({ length: 32 }, () => Math.random() - 0.5);
      const opposites = ["e", "d", "c", "b", "a"].map((id, at) =>
        record(id, { vector: vector.map((number) => -number * (at + 0.7)) }),
      );
      const { store } = await storeOf(...opposites);
      const hits = await store.query(question({ vector, topK: 3 }));
      const [worst] = hits.toSorted((one, other) => one.score - other.score);
      // Scores that rounding keeps above -1 come first; all others are exactly -1, ordered by id.
      const last = hits.filter(({ score }) => score === worst?.score).map(({ id }) => id);
      const all = await store.query(question({ vector, topK: 5 }));
      expect(hits.map(({ id }) => id)).toEqual(all.slice(0, 3).map(({ id }) => id));
      expect(last).toEqual(last.toSorted());
    }
  });

  test("neither finds a zero vector nor searches by one", async () => {
    const { store, ids } = await storeOf(record("zero", { vector: Float32Array.of(0, 0) }), record("one"));
    expect(await ids()).toEqual(["one"]);
    expect(await ids({ vector: Float32Array.of(0, 0) })).toEqual([]);
    expect(await store.count(scope)).toBe(2);
  });

  test("never compares models, nor vectors of different lengths", async () => {
    const { ids } = await storeOf(record("m"), record("n", { model: "n" }));
    expect(await ids()).toEqual(["m"]);
    expect(await ids({ model: "n" })).toEqual(["n"]);
    expect(await ids({ vector: Float32Array.of(1, 0, 0) })).toEqual([]);
    expect(await ids({ model: "unknown" })).toEqual([]);
  });

  test("drops a model's vectors when their length changes", async () => {
    const { store, ids } = await storeOf(record("old"), record("again"), record("other", { spaceId: "t" }));
    const longer = Float32Array.of(1, 0, 0);
    await store.upsert([record("again", { vector: longer }), record("new", { vector: longer })]);
    expect(await ids({ vector: longer })).toEqual(["again", "new"]);
    expect(await ids()).toEqual([]);
    expect(await store.count({ orgId: "o", spaceIds: ["s", "t"] })).toBe(3);
    await store.delete({ orgId: "o", documentId: "d-old" });
    await store.upsert([record("old", { vector: longer })]);
    expect(await ids({ vector: longer })).toEqual(["again", "new", "old"]);
  });

  test("removes a replaced chunk from its former space", async () => {
    const { store, ids } = await storeOf(record("a", { documentId: "before", generation: 1 }));
    await store.upsert([record("a", { documentId: "after", generation: 1 })]);
    await store.delete({ orgId: "o", documentId: "before" });
    expect(await ids()).toEqual(["a"]);
    await store.upsert([record("a", { documentId: "after", spaceId: "t" })]);
    expect(await store.count(scope)).toBe(0);
    expect(await ids({ scope: { orgId: "o", spaceIds: ["t"] } })).toEqual(["a"]);
  });

  test("keeps organizations apart, even for the ids of spaces and documents", async () => {
    const { store } = await storeOf(
      record("a", { documentId: "d" }),
      record("b", { documentId: "d", orgId: "p" }),
      record("c", { documentId: "d", orgId: "o2" }),
    );
    const left = async () => {
      const counts = ["o", "p", "o2"].map((orgId) => store.count({ orgId, spaceIds: ["s"] }));
      return Promise.all(counts);
    };
    await store.delete({ orgId: "p", documentId: "d" });
    expect(await left()).toEqual([1, 0, 1]);
    await store.delete({ orgId: "p", spaceId: "s" });
    await store.delete({ orgId: "o", spaceId: "s" });
    expect(await left()).toEqual([0, 0, 1]);
    await store.delete({ orgId: "o" });
    expect(await left()).toEqual([0, 0, 1]);
  });

  test("deletes only the chunks of a document before a generation", async () => {
    const of = (id: string, generation: number) => record(id, { documentId: "d", generation });
    const { store, ids } = await storeOf(of("a", 1), of("b", 2), of("c", 3), record("x", { generation: 1 }));
    await store.delete({ orgId: "o", documentId: "d", beforeGeneration: 2 });
    expect(await ids()).toEqual(["b", "c", "x"]);
    await store.delete({ orgId: "o", documentId: "d", beforeGeneration: 99 });
    expect(await ids()).toEqual(["x"]);
    await store.delete({ orgId: "o", documentId: "d" });
  });

  test("evaluates a document's metadata once for all chunks that share it", async () => {
    let reads = 0;
    const counting = (wanted: boolean) => ({
      get wanted() {
        reads += 1;
        return wanted;
      },
    });
    const [yes, no] = [counting(true), counting(false)];
    const chunks = Array.from({ length: 200 }, (_, at) =>
      record(`c${String(at).padStart(3, "0")}`, { documentId: "d", metadata: at % 2 === 0 ? yes : no }),
    );
    const { ids } = await storeOf(...chunks);
    const filter = { kind: "contains", value: { wanted: true } } as const;
    reads = 0;
    // The metadata is evaluated, not the document, because rows of a document may differ for a moment.
    expect(await ids({ filter, topK: 3 })).toEqual(["c000", "c002", "c004"]);
    expect(reads).toBe(2);
  });

  test("copies the caller's vector", async () => {
    const vector = Float32Array.of(1, 0);
    const { ids } = await storeOf(record("a", { vector }), record("b", { vector: Float32Array.of(1, 0.1) }));
    vector.set([0, 1]);
    expect(await ids()).toEqual(["a", "b"]);
  });

  test("is empty after close", async () => {
    const { store, ids } = await storeOf(record("a"));
    await store.close();
    expect(await store.count(scope)).toBe(0);
    expect(await ids()).toEqual([]);
  });
});

test("a scan of many records lets other work run in between", async () => {
  const store = createMemoryVectorStore();
  const records = Array.from({ length: 8000 }, (_, at) => ({
    ...{ id: `c${at}`, orgId: "o", spaceId: "s", documentId: `d${at}`, generation: 1, metadata: {} },
    ...{ model: "m", vector: Float32Array.from({ length: 256 }, (_, index) => Math.cos(at * index)) },
  }));
  await store.upsert(records);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  let found = 0;
  for await (const { vector } of store.scan("o")) found += vector.length;
  clearInterval(timer);
  expect(found).toBe(8000 * 256);
  expect(turns).toBeGreaterThan(2);
  await store.close();
});
