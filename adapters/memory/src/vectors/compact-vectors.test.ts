import { afterEach, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VectorRecord } from "@quarry/core";
import { createMemoryVectorStore, type MemoryVectorStoreOptions } from "./memory-vector-store.ts";
import { createTestRandom } from "./test-random.fixture.ts";

const DIMENSIONS = 512;
const scope = { orgId: "o", spaceIds: ["s"] };
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-compact-"));
  folders.push(folder);
  return folder;
}

const random = createTestRandom(4);
const records = Array.from({ length: 300 }, (_, at): VectorRecord => {
  // Some vectors with one large number, as in short texts.
  const vector = random
    .vector(DIMENSIONS)
    .map((number, index) => (index === at && at % 3 === 0 ? 20 : number));
  const place = { id: `c${at}`, orgId: "o", spaceId: "s", documentId: `d${at}`, generation: 1 };
  return { ...place, model: at % 2 === 0 ? "hashed" : "other", vector, metadata: {} };
});
/** Questions with few and with many numbers other than 0. */
const questions = Array.from({ length: 40 }, (_, at) =>
  random.vector(DIMENSIONS).map((number, index) => (at % 2 === 0 && index % 9 > 0 ? 0 : number)),
);

async function filledStore(options: MemoryVectorStoreOptions) {
  const store = createMemoryVectorStore(options);
  await store.upsert(records);
  return store;
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, value, at) => sum + value * (y[at] as number), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

test("vectors in 16 bits have cosines that differ by less than 5e-5", async () => {
  const store = await filledStore({});
  const byId = new Map(records.map((record) => [record.id, record]));
  for (const vector of questions)
    for (const model of ["hashed", "other"]) {
      const hits = await store.query({ scope, model, vector, topK: 1000 });
      expect(hits.length).toBe(150);
      const scores = await store.scores?.({ scope, model, vector, ids: hits.map(({ id }) => id) });
      for (const { id, score } of hits) {
        expect(Math.abs(score - cosine(byId.get(id)?.vector as Float32Array, vector))).toBeLessThan(5e-5);
        expect(scores?.get(id)).toBe(score);
      }
    }
});

test("a model without an index is searched exactly and saved without one", async () => {
  const snapshotFolder = await newFolder();
  const options = { snapshotFolder, exactBelow: 20, proposalCost: 0 };
  const store = await filledStore({ ...options, isExact: (model) => model === "hashed" });
  await store.settled();
  await store.save();
  const names = await readdir(snapshotFolder);
  expect(names.filter((name) => name.endsWith(".vectors")).length).toBe(2);
  expect(names.filter((name) => name.endsWith(".index")).length).toBe(1);
  const reference = await filledStore({ exactBelow: Number.POSITIVE_INFINITY });
  const loaded = createMemoryVectorStore({ ...options, isExact: (model) => model === "hashed" });
  await loaded.load();
  for (const vector of questions) {
    const question = { scope, model: "hashed", vector, topK: 10 };
    const expected = await reference.query(question);
    expect(await store.query(question)).toEqual(expected);
    expect(await loaded.query(question)).toEqual(expected);
  }
});
