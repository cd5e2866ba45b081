import { afterAll, beforeAll, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { sentence } from "./corpus.ts";

let app: InProcessApp;
let spaceId: string;
beforeAll(async () => {
  app = await startApp();
  spaceId = (await app.quarry.spaces.create({ name: "Words" })).space.id;
  const documents = Array.from({ length: 60 }, (_, at) => ({ filename: `${at}.txt`, content: sentence(at) }));
  await app.quarry.documents.upsertBatch({ spaceId, documents });
}, 120_000);
afterAll(() => app.stop());

const ask = (query: string, mode: "hybrid" | "vector") =>
  app.quarry.query({ query, mode, spaceIds: spaceId, topK: 60, explain: true });

test("with hashed words, hybrid search compares the vectors of what the words found", async () => {
  const { results, explanation } = await ask("the harbour", "hybrid");
  const [words, vectors] = explanation?.legs ?? [];
  expect(words?.candidates).toBeGreaterThan(0);
  expect(words?.candidates).toBeLessThan(60);
  expect(vectors).toMatchObject({ name: "vector", weight: 0.1, candidates: words?.candidates });
  const byVectors = new Map(
    (await ask("the harbour", "vector")).results.map(({ chunk, scores }) => [
      chunk.id,
      scores.vector ?? Number.NaN,
    ]),
  );
  for (const { chunk, scores } of results) {
    expect(scores.lexical).toBeGreaterThan(0);
    expect(Math.abs((scores.vector ?? Number.NaN) - (byVectors.get(chunk.id) ?? 0))).toBeLessThan(1e-4);
  }
});

test("a question that shares no word with the texts is compared with all vectors", async () => {
  const { explanation } = await ask("xqzv", "hybrid");
  expect(explanation?.legs.map(({ name, candidates }) => [name, candidates])).toEqual([
    ["lexical", 0],
    ["vector", 60],
  ]);
});
