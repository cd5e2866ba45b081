import { afterAll, beforeAll, expect, test } from "bun:test";
import type { QueryBody } from "@quarry/schema";
import { expectMatch } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

let app: InProcessApp;
let birds: string;
let empty: string;

beforeAll(async () => {
  app = await startApp();
  const created = await Promise.all(["Birds", "Empty"].map((name) => app.quarry.spaces.create({ name })));
  [birds = "", empty = ""] = created.map(({ space }) => space.id);
  await app.quarry.documents.upsert({
    ...{ spaceId: birds, filename: "guide.md", metadata: { year: 2026 } },
    content: "The pelican Aldebaran eats herring, and the owl sleeps by day.",
  });
}, 120_000);
afterAll(() => app.stop());

const question = { query: "What does the pelican eat?" };
const ask = (body: Partial<QueryBody>) => app.quarry.query({ ...question, spaceIds: birds, ...body });

test.each([
  ["nothing is indexed yet", () => ({ spaceIds: empty }), "nothing_indexed", "COMPLETED"],
  [
    "nothing is indexed yet, also with a filter",
    () => ({ spaceIds: empty, metadata: { a: 1 } }),
    "nothing_indexed",
    "",
  ],
  ["the threshold is too high", () => ({ threshold: 1 }), "threshold", "similarity of 0."],
  [
    "the threshold is too high within the filter",
    () => ({ threshold: 1, filter: { year: 2026 } }),
    "threshold",
    "",
  ],
  ["the filter excludes the documents", () => ({ metadata: { year: 1999 } }), "filter", "metadata"],
  ["no passage matches", () => ({ query: "qwertz" }), "no_match", "other spaces"],
  [
    "no passage matches, also with a filter",
    () => ({ query: "qwertz", metadata: { year: 2026 } }),
    "no_match",
    "",
  ],
] as const)("an empty answer says that %s", async (_why, body, reason, text) => {
  for (const explain of [false, true]) {
    const { results, noResults } = await ask({ ...body(), explain });
    expect(results).toEqual([]);
    expectMatch(noResults, { reason, message: expect.stringContaining(text) });
  }
});

test("below a threshold, the best similarity shows what to ask for", async () => {
  const { noResults } = await ask({ threshold: 1 });
  const best = noResults?.bestSimilarity ?? 0;
  const { results } = await ask({ threshold: best });
  expect(results[0]?.similarity).toBe(best);
});

test("an answer with results says nothing about it", async () => {
  expect(Object.keys(await ask({}))).not.toContain("noResults");
});

test("a smart query that finds no space says so", async () => {
  const { noResults, results } = await app.quarry.smartQuery({ query: "qwertz", search: true });
  expect(results).toEqual([]);
  expectMatch(noResults, { reason: "no_space" });
  const found = await app.quarry.smartQuery({ ...question, search: true, threshold: 1 });
  expectMatch(found.noResults, { reason: "threshold" });
});
