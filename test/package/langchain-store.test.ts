import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { Document } from "@langchain/core/documents";
import { QuarryVectorStore } from "@quarry/sdk/langchain";
import { rejection } from "../support/failure.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";

// LangChain.js has standard tests for chat models only. These are the cases of the standard tests for vector stores of
// LangChain for Python, written from memory, over @langchain/core from npm.

let app: InProcessApp;
let store: QuarryVectorStore;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
beforeEach(async () => {
  const { space } = await app.quarry.spaces.create({ name: "Store" });
  store = new QuarryVectorStore(undefined, { quarry: app.quarry, spaceId: space.id });
});
afterAll(() => app.stop());

const foo = new Document({ id: "1", pageContent: "the heron stands in the water", metadata: { year: 2024 } });
const bar = new Document({ id: "2", pageContent: "the stork stands on the roof", metadata: { year: 2026 } });
const found = (query: string, k = 2) => store.similaritySearch(query, k);

test("a new store is empty", async () => {
  expect(await found("heron", 1)).toEqual([]);
});

test("added documents are found as they were added, with their ids", async () => {
  expect(await store.addDocuments([foo, bar])).toEqual(["1", "2"]);
  expect(await found("what stands in the water", 1)).toEqual([foo]);
  expect(await found("stands")).toHaveLength(2);
});

test("documents get ids that they do not have, and given ids come first", async () => {
  const [own] = await store.addDocuments([new Document({ pageContent: "an egret walks" })]);
  expect((await found("egret", 1))[0]?.id).toBe(own ?? "none");
  expect(await store.addDocuments([foo], { ids: ["other"] })).toEqual(["other"]);
});

test("deleted documents are not found, one or several, and unknown ids are ignored", async () => {
  const baz = new Document({ id: "3", pageContent: "the egret stands on one leg" });
  await store.addDocuments([foo, bar, baz]);
  await store.delete({ ids: ["1"] });
  expect((await found("stands", 3)).map(({ id }) => id).sort()).toEqual(["2", "3"]);
  await store.delete({ ids: ["2", "3", "1000"] });
  expect(await found("stands", 3)).toEqual([]);
});

test("adding documents with the same ids is idempotent, and replaces what has changed", async () => {
  await store.addDocuments([foo, bar]);
  await store.addDocuments([foo, bar]);
  expect(await found("stands", 5)).toHaveLength(2);
  const changed = new Document({ id: "2", pageContent: "the stork sleeps", metadata: { year: 2027 } });
  await store.addDocuments([changed]);
  expect(await found("stork", 5)).toEqual([changed]);
});

test("scores fall, and filters hold", async () => {
  await store.addDocuments([foo, bar]);
  const scored = await store.similaritySearchWithScore("what stands in the water", 2);
  expect(scored.map(([{ id }]) => id)).toEqual(["1", "2"]);
  expect(scored[0]?.[1]).toBeGreaterThan(scored[1]?.[1] ?? 1);
  expect(await store.similaritySearch("stands", 2, { year: { $gte: 2025 } })).toEqual([bar]);
});

test("fromTexts and fromDocuments fill a store, and asRetriever searches it", async () => {
  const { space } = await app.quarry.spaces.create({ name: "Filled" });
  const options = { quarry: app.quarry, spaceId: space.id };
  await QuarryVectorStore.fromTexts(["herons fish", "storks nest"], [{ n: 1 }, { n: 2 }], undefined, options);
  const filled = await QuarryVectorStore.fromDocuments([foo], undefined, options);
  const retriever = filled.asRetriever({ k: 1, filter: { n: 2 } });
  const documents = await retriever.invoke("who nests");
  expect(documents.map(({ pageContent, metadata }) => [pageContent, metadata])).toEqual([
    ["storks nest", { n: 2 }],
  ]);
  expect(await filled.similaritySearch("water", 1)).toEqual([foo]);
});

test("refused documents are named, and vectors are refused with the reason", async () => {
  const broken = new Document({ id: "x".repeat(300), pageContent: "text" });
  expect(String(await rejection(store.addDocuments([broken])))).toContain("filename");
  expect(String(await rejection(store.addVectors()))).toContain("computes the embeddings itself");
});
