import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { QueryBody, QueryResult } from "@quarry/schema";
import { startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import {
  fakeRelevance,
  type RerankProviderOptions,
  startRerankProvider,
} from "../../support/rerank-provider.ts";
import { until } from "../../support/until.ts";

const KEY = "never-shown-0123456789abcdef";
const QUESTION = "green tea water temperature";
const FILES: Record<string, string> = {
  "green.md": "Green tea needs water of a low temperature, for green tea burns.",
  "water.md": "The temperature of water is measured with a thermometer.",
  "black.md": "Black tea takes boiling water.",
  "tea.md": "Tea grows on hills, and is picked by hand every spring.",
  "bread.md": "Bread is baked from flour.",
};

const provider = startRerankProvider({ apiKey: KEY, onlyModel: "fake", echoesKey: true });
let app: InProcessApp;
let spaceId: string;
const modelName = () => `http:fake@127.0.0.1:${provider.port}`;

beforeAll(async () => {
  app = await startApp({
    env: {
      QUARRY_RERANKER: "http",
      QUARRY_RERANKER_URL: provider.url,
      QUARRY_RERANKER_API_KEY: KEY,
      QUARRY_RERANKER_MODEL: "fake",
      QUARRY_RERANKER_TIMEOUT_MS: "1000",
    },
  });
  spaceId = (await app.quarry.spaces.create({ name: "Drinks" })).space.id;
  for (const [filename, content] of Object.entries(FILES))
    await app.quarry.documents.upsert({
      spaceId,
      filename,
      content,
      metadata: { warm: filename !== "bread.md" },
    });
}, 120_000);
beforeEach(() => provider.reset());
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const ask = (fields: Partial<QueryBody> = {}) =>
  app.quarry.query({ query: QUESTION, spaceIds: spaceId, ...fields });
const names = (results: readonly QueryResult[]) => results.map(({ document }) => document.filename);
const similarities = (results: readonly QueryResult[]) => results.map(({ similarity }) => similarity ?? 0);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function expectFalling(values: readonly number[]): void {
  expect(values).toEqual(values.toSorted((a, b) => b - a));
}

/** The part of a result that does not depend on the reranker. */
const plainly = (results: readonly QueryResult[]) =>
  results.map(({ scores: { rerank: _, ...scores }, ...item }) => ({ ...item, scores }));

describe("a query without rerank", () => {
  test("is not reranked and has no rerank fields", async () => {
    for (const plain of [await ask(), await ask({ rerank: false })]) {
      expect(plain).not.toHaveProperty("reranked");
      for (const { scores } of plain.results) expect(scores).not.toHaveProperty("rerank");
    }
    expect(provider.calls).toEqual([]);
  });
});

describe("a query with rerank", () => {
  test("returns results in the reranker's order, with its scores", async () => {
    const plain = (await ask()).results;
    expect(names(plain)).toEqual(["green.md", "water.md", "black.md", "tea.md"]);
    provider.set({ inverts: true });
    const { results, reranked, degraded } = await ask({ rerank: true });
    expect(reranked).toEqual({ model: modelName(), candidates: 4 });
    expect(degraded).toBeUndefined();
    const scoreOf = ({ chunk }: QueryResult) => 1 - fakeRelevance(QUESTION, chunk.content);
    expect(names(results)).toEqual(names(plain.toSorted((a, b) => scoreOf(b) - scoreOf(a))));
    expect(names(results)).not.toEqual(names(plain));
    for (const item of results) expect(item.scores.rerank).toBeCloseTo(scoreOf(item), 4);
    expect(provider.calls.map(({ question, texts }) => [question, texts])).toEqual([
      [QUESTION, plain.map(({ chunk }) => chunk.content)],
    ]);
  });

  test("keeps the meaning of similarity: it falls along the results, and is unchanged where the orders agree", async () => {
    const plain = (await ask()).results;
    const agreeing = await ask({ rerank: { candidates: 2 } });
    expect(names(agreeing.results)).toEqual(names(plain));
    expect(plainly(agreeing.results)).toEqual(plainly(plain));
    provider.set({ inverts: true });
    const turned = similarities((await ask({ rerank: true })).results);
    expectFalling(turned);
    expect(sum(turned)).toBeCloseTo(sum(similarities(plain)), 9);
    expect(Math.max(...turned)).toBeLessThanOrEqual(Math.max(...similarities(plain)));
  });

  test("moves results from behind topK to the front", async () => {
    const all = (await ask()).results;
    provider.set({ inverts: true });
    const whole = await ask({ rerank: true });
    const { results, reranked } = await ask({ rerank: true, topK: 1 });
    expect(names(results)).toEqual(names(whole.results).slice(0, 1));
    expect(names(results)).not.toEqual(names(all).slice(0, 1));
    expect(reranked?.candidates).toBe(4);
  });

  test("reranks only its candidates and keeps the order of the others", async () => {
    const plain = (await ask()).results;
    provider.set({ inverts: true });
    const { results, reranked } = await ask({ rerank: { candidates: 2 } });
    expect(reranked?.candidates).toBe(2);
    expect(names(results)).toEqual(["water.md", "green.md", "black.md", "tea.md"]);
    expect(results.map(({ scores }) => typeof scores.rerank)).toEqual([
      "number",
      "number",
      "object",
      "object",
    ]);
    expect(plainly(results).slice(2)).toEqual(plainly(plain).slice(2));
    expectFalling(similarities(results));
  });

  test("excludes candidates below the threshold or outside the filter", async () => {
    const plain = (await ask()).results;
    const threshold = (similarities(plain)[1] ?? 0) - 1e-6;
    provider.set({ inverts: true });
    const { results, reranked } = await ask({ rerank: true, threshold });
    expect(reranked?.candidates).toBe(2);
    expect(names(results)).toEqual(["water.md", "green.md"]);
    for (const similarity of similarities(results)) expect(similarity).toBeGreaterThanOrEqual(threshold);
    const filtered = await ask({ rerank: true, query: "bread tea", metadata: { warm: true } });
    expect(names(filtered.results)).not.toContain("bread.md");
    expect(provider.calls.at(-1)?.texts).not.toContain(FILES["bread.md"] ?? "");
  });

  test("does not call the reranker without results", async () => {
    expect(await ask({ rerank: true, query: "xylophone", mode: "lexical" })).toEqual({
      results: [],
      totalResults: 0,
      noResults: { reason: "no_match", message: expect.any(String) },
      reranked: { model: modelName(), candidates: 0 },
    });
    expect(provider.calls).toEqual([]);
  });

  test("supports groups and explanations", async () => {
    provider.set({ inverts: true });
    const { results, groupedBySpace, reasoning } = await ask({
      rerank: true,
      groupBySpace: true,
      explain: true,
    });
    expect(groupedBySpace?.[spaceId]?.chunks).toEqual(results);
    expect(reasoning).toContain(`${modelName()} then reranked the best 4 passages.`);
    expect(reasoning).toContain(`"${names(results)[0]}", passage 1, came first`);
    expect(reasoning).toContain("rerank score ");
  });

  test("works in a smart query with search", async () => {
    provider.set({ inverts: true });
    const { results } = await ask({ rerank: true });
    const smart = await app.quarry.smartQuery({ query: QUESTION, search: true, rerank: true });
    expect(smart.recommendations.map((each) => each.spaceId)).toEqual([spaceId]);
    expect([smart.results, smart.reranked]).toEqual([results, { model: modelName(), candidates: 4 }]);
  });
});

describe("documents with many passages", () => {
  let manuals: string;
  const page = (about: string, n: number) =>
    `## Part ${n}\n\nThe ${about} of part ${n} turns slowly. ${"It is kept dry and clean. ".repeat(12)}`;
  const manual = (about: string) => Array.from({ length: 12 }, (_, n) => page(about, n)).join("\n\n");

  beforeAll(async () => {
    const chunking = { maxTokens: 100 };
    manuals = (await app.quarry.spaces.create({ name: "Manuals", chunking })).space.id;
    await app.quarry.documents.upsert({ spaceId: manuals, filename: "engine.md", content: manual("engine") });
    await app.quarry.documents.upsert({
      spaceId: manuals,
      filename: "pump.md",
      content: manual("pump of the engine"),
    });
  }, 120_000);

  const askManuals = (fields: Partial<QueryBody>) =>
    ask({ query: "engine turns", spaceIds: manuals, ...fields });

  test("are limited to maxPerDocument after reranking, which decides on the best passage of each", async () => {
    const whole = await askManuals({ rerank: { candidates: 200 }, topK: 100 });
    expect(whole.results.length).toBeGreaterThan(20);
    const firstOf = (name: string) =>
      whole.results.find(({ document }) => document.filename === name)?.chunk.id ?? "";
    const { results } = await askManuals({ rerank: { candidates: 200 }, topK: 2, maxPerDocument: 1 });
    expect(results.map(({ chunk }) => chunk.id).sort()).toEqual(
      [firstOf("engine.md"), firstOf("pump.md")].sort(),
    );
  });

  test("do not displace other documents behind the candidates", async () => {
    const plain = await askManuals({ topK: 2, maxPerDocument: 1 });
    expect(plain.results).toHaveLength(2);
    const { results, reranked } = await askManuals({ rerank: { candidates: 3 }, topK: 2, maxPerDocument: 1 });
    expect([results.length, reranked?.candidates]).toEqual([2, 3]);
    expect(new Set(names(results))).toEqual(new Set(["engine.md", "pump.md"]));
  });

  test("are reranked with their headings", async () => {
    await askManuals({ rerank: true });
    for (const text of provider.calls[0]?.texts ?? []) expect(text).toMatch(/Part \d+/);
  });
});

const AWAY: [name: string, behaviour: Partial<RerankProviderOptions>, reason: RegExp][] = [
  ["does not answer", { delayMs: 20_000 }, /did not answer within \d\.?\d* s/],
  ["fails", { status: 500 }, /failed \(HTTP 500\)/],
  ["closes the connection", { drops: true }, /cannot be reached/],
  ["returns an invalid body", { body: "[]" }, /invalid response/],
  ["rejects the key", { apiKey: "another" }, /check QUARRY_RERANKER_API_KEY/],
  ["does not know the model", { onlyModel: "another" }, /QUARRY_RERANKER_MODEL/],
  // Last, because the service respects its Retry-After.
  ["limits the calls", { status: 429, refusalHeaders: { "retry-after": "30" } }, /limiting/],
];

describe("while the reranker is unavailable", () => {
  for (const [name, behaviour, reason] of AWAY)
    test(`because it ${name}: returns the ranking without reranking and reports it`, async () => {
      await until("the reranker to be back", async () => (await ask({ rerank: true })).reranked);
      provider.set(behaviour);
      const plain = await ask({ explain: true });
      const answer = await ask({ explain: true, rerank: true });
      expect(answer.degraded).toEqual({ mode: "unreranked", reason: expect.stringMatching(reason) });
      expect(answer).not.toHaveProperty("reranked");
      expect(plainly(answer.results)).toEqual(plainly(plain.results));
      for (const { scores } of answer.results) expect(scores.rerank).toBeNull();
      expect(answer.reasoning).toContain("They were not reranked, because: The reranker (127.0.0.1:");
      expect((await app.call("GET", "/ready")).status).toBe(200);
      expect(JSON.stringify([answer, app.logLines])).not.toContain(KEY);
    });

  test("and the embedding provider too: reports both", async () => {
    const embedding = startEmbeddingProvider({ dimensions: 64 });
    const env = {
      OPENAI_API_KEY: embedding.apiKey,
      OPENAI_BASE_URL: embedding.url,
      QUARRY_EMBEDDING_DIMENSIONS: "64",
      QUARRY_RERANKER: "http",
      QUARRY_RERANKER_URL: "http://127.0.0.1:1",
      QUARRY_RERANKER_TIMEOUT_MS: "100",
    };
    const other = await startApp({ env });
    try {
      const { id } = (await other.quarry.spaces.create({ name: "Both" })).space;
      await other.quarry.documents.upsert({
        spaceId: id,
        filename: "a.md",
        content: FILES["green.md"] ?? "",
      });
      embedding.set({ status: 401 });
      const { degraded, results } = await other.quarry.query({ query: QUESTION, spaceIds: id, rerank: true });
      expect(results).toHaveLength(1);
      expect(degraded?.mode).toBe("lexical");
      expect(degraded?.reason).toMatch(
        /embedding provider .* The reranker \(127\.0\.0\.1:1\) cannot be reached/,
      );
    } finally {
      await other.stop();
      await embedding.stop();
    }
  }, 120_000);
});
