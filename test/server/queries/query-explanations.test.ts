import { afterAll, beforeAll, expect, test } from "bun:test";
import type { QueryResponse } from "@quarry/schema";
import { type EmbeddingProvider, startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { openAsServer } from "../../support/shared-postgres.ts";
import { runSql } from "../rows.ts";

let provider: EmbeddingProvider;
let app: InProcessApp;
let spaceId: string;

beforeAll(async () => {
  provider = startEmbeddingProvider({ apiKey: "sk-any", dimensions: 64 });
  const env = { OPENAI_API_KEY: "sk-any", OPENAI_BASE_URL: provider.url, QUARRY_EMBEDDING_DIMENSIONS: "64" };
  // Rows change behind the service's back below, as by another process.
  app = await startApp({ env, openDatabase: openAsServer });
  const { space } = await app.quarry.spaces.create({ name: "Lanterns", chunking: { maxTokens: 50 } });
  spaceId = space.id;
  const parts = Array.from({ length: 6 }, (_, n) => `Lantern ${n} hangs ${`near${n} `.repeat(25)}`);
  for (const filename of ["a.txt", "b.txt"])
    await app.quarry.documents.upsert({ spaceId, filename, content: parts.join("\n\n") });
}, 120_000);
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const ask = (query: string): Promise<QueryResponse> =>
  app.quarry.query({ query, spaceIds: spaceId, topK: 5, neighbors: 1, explain: true, highlight: true });

test("a leg that cannot run leaves its weight to the other, and the reasoning reports it", async () => {
  const before = await ask("Which lantern hangs");
  expect(before.explanation?.legs.map(({ name }) => name)).toEqual(["lexical", "vector"]);
  provider.set({ status: 401 });
  const { explanation, reasoning, degraded } = await ask("Which lantern hangs there");
  provider.reset();
  expect(degraded).toBeDefined();
  expect(explanation?.legs).toEqual([{ name: "lexical", weight: 1, candidates: expect.any(Number) }]);
  expect(reasoning).toContain("the words have all the weight");
});

test("counts hits that are no longer live, and excludes them from neighbors", async () => {
  const { results } = await ask("Lantern 3 hangs");
  const gone = results[0]?.document.id ?? "";
  await runSql(app.deps, `update documents set status = 'FAILED' where id = '${gone}'`);
  const after = await ask("Lantern 3 hangs");
  expect(after.explanation?.removed.notLive).toBeGreaterThan(0);
  expect(JSON.stringify(after.results)).not.toContain(gone);
  await runSql(app.deps, `update documents set status = 'COMPLETED' where id = '${gone}'`);
});

test("returns neighbors of the same generation only", async () => {
  const [first] = (await ask("Lantern 3 hangs")).results;
  const beside = first?.neighbors?.after[0]?.id ?? "";
  expect(beside).not.toBe("");
  await runSql(app.deps, `update chunks set generation = generation + 1 where id = '${beside}'`);
  const again = (await ask("Lantern 3 hangs")).results.find(({ chunk }) => chunk.id === first?.chunk.id);
  expect(again?.neighbors?.after).toEqual([]);
});
