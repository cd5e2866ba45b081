import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createChromaVectorStore } from "@quarry/chroma";
import { vectorStoreSuite } from "@quarry/conformance";
import { type Filter, matchesFilter, parseFilter, QuarryError, type VectorRecord } from "@quarry/core";
import type { Json, Metadata } from "@quarry/schema";
import { hasChroma, startChroma, type TestChroma } from "../support/chroma.ts";

const scale = process.env.QUARRY_TEST_SCALE === "full" ? "full" : "small";

describe.skipIf(!hasChroma())("Chroma", () => {
  let chroma: TestChroma;
  beforeAll(async () => {
    chroma = await startChroma();
  }, 120_000);
  afterAll(() => chroma?.stop());

  // One server for all tests; each test has its own collections.
  let tests = 0;
  const prefixed = () => {
    tests += 1;
    return { prefix: `test-${tests}` };
  };

  vectorStoreSuite(
    { describe, test, expect },
    async () => {
      const options = { url: chroma.url, ...prefixed() };
      const store = createChromaVectorStore(options);
      return {
        store,
        async reopen() {
          await chroma.restart();
          return createChromaVectorStore(options);
        },
        async interrupt() {
          await chroma.kill("SIGKILL");
          return () => chroma.restart();
        },
        async cleanUp() {
          for (const orgId of ["org_a", "org_b"]) await store.delete({ orgId });
          await store.close();
        },
      };
    },
    // Ten thousand edits make thirty thousand requests.
    { scale, timeoutMs: scale === "full" ? 3_600_000 : 300_000 },
  );

  const scope = { orgId: "org_a", spaceIds: ["spc_a"] };
  const open = (options = prefixed()) => createChromaVectorStore({ url: chroma.url, ...options });
  const records = (count: number, fields: (at: number) => Partial<VectorRecord> = () => ({})) =>
    Array.from(
      { length: count },
      (_, at): VectorRecord => ({
        ...{ id: `chk_${String(at).padStart(5, "0")}`, orgId: "org_a", spaceId: "spc_a", model: "m" },
        ...{ documentId: `doc_${at}`, generation: 1, metadata: {} },
        vector: Float32Array.from({ length: 8 }, (_, index) => Math.sin(at * 31 + index * 17)),
        ...fields(at),
      }),
    );
  const question = { scope, model: "m", vector: Float32Array.from([1, 2, 3, 4, 5, 6, 7, 8]) };

  test("selective filters find exactly the matching records, for every type of value", async () => {
    const values: Json[] = [
      ...[null, true, 1, 2.5, 1e21, "a", "é", "x".repeat(300), "\u0000", "'", [], ["a"], [1, "b", true]],
      ...[["a", null], [["a"]], [{ b: 1 }], {}, { b: 1 }, { b: ["a"] }, { b: { c: { d: { e: 1 } } } }],
    ];
    // Most records lack the value, so the nearest of all do not suffice.
    const all = records(1200, (at) => ({
      metadata: at % 20 === 3 ? { field: values[Math.floor(at / 20) % values.length] as Json } : { at },
    }));
    const store = open();
    await store.upsert(all.slice(0, 600));
    await store.upsert(all.slice(600));
    const filters: Filter[] = values.map((field) => ({ kind: "contains", value: { field } }));
    const operators: Metadata[] = [
      ...[
        { field: "a" },
        { field: { $in: [1, "b", null] } },
        { field: { $gt: 1 } },
        { field: { $lte: 2.5 } },
      ],
      ...[{ "field.b": 1 }, { "field.b": "a" }, { "field.b.c.d.e": { $gte: 1 } }, { field: { $gt: "b" } }],
      ...[{ at: { $gt: 1190 } }, { at: 77 }, { $not: { at: { $exists: true } } }, { at: { $lt: 7.5 } }],
      ...[{ $or: [{ field: true }, { at: 6 }] }, { $or: [{ field: "a" }, { field: { $exists: false } }] }],
    ];
    for (const given of operators) filters.push(parseFilter(undefined, given) as Filter);
    for (const filter of filters)
      for (const topK of [3, 200]) {
        const matches = all.filter(({ metadata }) => matchesFilter(metadata, filter)).map(({ id }) => id);
        const hits = await store.query({ ...question, topK, filter });
        expect(hits.length).toBe(Math.min(topK, matches.length));
        expect(hits.filter(({ id }) => !matches.includes(id))).toEqual([]);
      }
    await store.close();
  });

  test("many records of the same score are cut by id", async () => {
    const { vector } = question;
    const store = open();
    await store.upsert(records(400, (at) => (at % 2 === 0 ? { vector } : {})).toReversed());
    for (const topK of [1, 10, 150]) {
      const hits = await store.query({ ...question, topK });
      expect(hits.map(({ id }) => Number(id.slice(4)))).toEqual(
        Array.from({ length: topK }, (_, at) => at * 2),
      );
    }
    await store.close();
  });

  test("several processes may create one collection at the same time", async () => {
    const options = prefixed();
    const stores = Array.from({ length: 6 }, () => open(options));
    const all = records(60);
    await Promise.all(stores.map((store, at) => store.upsert(all.slice(at * 10, at * 10 + 10))));
    for (const store of stores) expect(await store.count(scope)).toBe(60);
    // One store deletes everything; the others still have the collection cached.
    await stores[0]?.delete({ orgId: "org_a" });
    expect(await stores[1]?.query({ ...question, topK: 5 })).toEqual([]);
    await stores[2]?.upsert(all.slice(0, 3));
    for (const store of stores) expect((await store.query({ ...question, topK: 5 })).length).toBe(3);
    for (const store of stores) expect(await store.count(scope)).toBe(3);
    await stores[3]?.delete({ orgId: "org_a", documentId: "doc_1" });
    for (const store of stores) await store.close();
  });

  test("a record whose model changes is found under the new model only", async () => {
    const store = open();
    const [first] = records(1) as [VectorRecord];
    await store.upsert([first]);
    await store.upsert([{ ...first, model: "other" }]);
    expect(await store.query({ ...question, topK: 5 })).toEqual([]);
    expect((await store.query({ ...question, model: "other", topK: 5 })).length).toBe(1);
    expect(await store.count(scope)).toBe(1);
    await store.close();
  });

  test("deletes a space of more records than one request deletes", async () => {
    const store = open();
    const all = records(5200, (at) => ({ spaceId: at < 5100 ? "spc_a" : "spc_b" }));
    for (let at = 0; at < all.length; at += 1000) await store.upsert(all.slice(at, at + 1000));
    await store.delete({ orgId: "org_a", spaceId: "spc_a" });
    expect(await store.count({ orgId: "org_a", spaceIds: ["spc_a", "spc_b"] })).toBe(100);
    await store.close();
  });

  test("a stopped server is unavailable, and is used again after a restart", async () => {
    const store = open();
    await store.upsert(records(10));
    await store.ready();
    await chroma.kill("SIGKILL");
    for (const call of [
      () => store.ready(),
      () => store.query({ ...question, topK: 5 }),
      () => store.count(scope),
    ]) {
      const error = await call().catch((thrown: unknown) => thrown);
      expect(QuarryError.isInstance(error) && error.code).toBe("unavailable");
    }
    await chroma.restart();
    await store.ready();
    expect((await store.query({ ...question, topK: 5 })).length).toBe(5);
    await store.close();
  });

  test("a hanging server delays only the first search, and briefly", async () => {
    const store = createChromaVectorStore({ url: chroma.url, ...prefixed(), timeoutMs: 1000 });
    await store.upsert(records(10));
    await chroma.kill("SIGSTOP");
    const begin = performance.now();
    for (let round = 0; round < 5; round += 1) {
      const error = await store.query({ ...question, topK: 5 }).catch((thrown: unknown) => thrown);
      expect(QuarryError.isInstance(error) && error.code).toBe("unavailable");
    }
    expect(performance.now() - begin).toBeLessThan(3000);
    await chroma.kill("SIGCONT");
    await store.ready();
    expect((await store.query({ ...question, topK: 5 })).length).toBe(5);
    await store.close();
  });
});
