import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { expectError, expectMatch, expectStatus } from "../../contract/expecting.ts";
import { type Json, objects, string } from "../../contract/reading.ts";
import { type EmbeddingProvider, startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { runSql } from "../rows.ts";

const KEY = "sk-never-shown-0123456789abcdef";
const OLD = "A pelican nests on the harbour wall.";

let provider: EmbeddingProvider;
let app: InProcessApp;
let spaceId: string;
const answers: string[] = [];

beforeAll(async () => {
  provider = startEmbeddingProvider({ apiKey: KEY, dimensions: 64, echoesKey: true });
  app = await startApp({
    env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: provider.url, QUARRY_EMBEDDING_DIMENSIONS: "64" },
  });
  spaceId = (await app.quarry.spaces.create({ name: "Away" })).space.id;
  await app.quarry.documents.upsert({ spaceId, filename: "old.md", content: OLD, metadata: { v: 1 } });
}, 120_000);
beforeEach(() => provider.reset());
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

async function call(method: string, path: string, body?: Json) {
  const reply = await app.call(method, path, body === undefined ? {} : { body });
  answers.push(reply.text, JSON.stringify([...reply.headers]));
  return reply;
}
const put = (filename: string, content: string) =>
  call("PUT", "/api/documents", { spaceId, filename, content });
const query = (fields: Json) =>
  call("POST", "/api/query", { query: "pelican", spaceIds: spaceId, ...fields });
const contents = (results: unknown) => objects(results).map((item) => (item.chunk as Json).content);

/** All rows that a partial write could have changed. */
async function everything(): Promise<string> {
  const tables = ["documents", "document_texts", "chunks", "embeddings", "jobs"];
  const rows = await Promise.all(
    tables.map((table) => runSql(app.deps, `select * from ${table} order by 1, 2, 3`)),
  );
  return JSON.stringify(rows);
}

const AWAY: readonly [name: string, behaviour: Parameters<EmbeddingProvider["set"]>[0], message: RegExp][] = [
  ["rejects the key", { status: 401 }, /refused the key .*OPENAI_API_KEY/],
  ["has no quota left", { status: 429, code429: "insufficient_quota" }, /quota/],
  [
    "returns vectors of another length",
    { wrongDimensions: 32 },
    /32 dimensions, but 64 were expected: set QUARRY_EMBEDDING_DIMENSIONS to 32/,
  ],
];

describe("while the provider", () => {
  for (const [name, behaviour, message] of AWAY)
    test(`${name}: PUT returns 503 and writes nothing`, async () => {
      const before = await everything();
      provider.set(behaviour);
      for (const [filename, content] of [
        ["new.md", `New text, ${name}.`],
        ["old.md", `Changed text, ${name}.`],
      ] as const) {
        const reply = await put(filename, content);
        expect(expectError(reply, 503)).toMatch(message);
        expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
      }
      expect(await everything()).toBe(before);
      const { json } = await query({ mode: "lexical" });
      expect(contents(json.results)).toEqual([OLD]);
    });

  test("is unavailable: a hybrid query uses the lexical index and reports it; mode vector returns 503", async () => {
    expectStatus(await put("between.md", "Answering once ends the refusals before."), 201);
    await provider.stop();
    const hybrid = await query({ query: "pelican, hybrid" });
    expectStatus(hybrid, 200);
    expectMatch(hybrid.json.degraded, {
      mode: "lexical",
      reason: expect.stringContaining("cannot be reached"),
    });
    expect(contents(hybrid.json.results)).toEqual([OLD]);
    const vector = await query({ query: "pelican, vector", mode: "vector" });
    expectError(vector, 503);
    expect(Number(vector.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await query({ mode: "lexical" })).json.degraded).toBeUndefined();
    // Uploads, reading and metadata changes need no vectors and keep working.
    expectStatus(await call("POST", "/api/query/smart", { query: "pelican" }), 200);
    const old = await app.quarry.documents.getByFilename({ spaceId, filename: "old.md" });
    await app.quarry.documents.update({ spaceId, id: old.id, metadata: { v: 2 } });
    expect((await query({ mode: "lexical", metadata: { v: 2 } })).json.totalResults).toBe(1);
  });

  test("is unavailable: an upload stays PROCESSING and completes when it is back", async () => {
    const { status, json } = await call("POST", `/api/spaces/${spaceId}/documents`, {
      filename: "later.md",
      content: "A cormorant dives.",
    });
    expect({ status, document: json.status }).toEqual({ status: 201, document: "PROCESSING" });
    await Bun.sleep(300);
    const name = { spaceId, id: string(json.id) };
    expect((await app.quarry.documents.get(name)).document.status).toBe("PROCESSING");
    expect((await query({ query: "cormorant", mode: "lexical" })).json.results).toEqual([]);
    provider = startEmbeddingProvider({ apiKey: KEY, dimensions: 64, echoesKey: true, port: provider.port });
    await until("the upload", async () =>
      (await app.quarry.documents.get(name)).document.status === "COMPLETED" ? true : undefined,
    );
    const { json: found } = await query({ query: "cormorant" });
    expect(found.degraded).toBeUndefined();
    expect(contents(found.results)[0]).toBe("A cormorant dives.");
    expectStatus(await put("new.md", "Now it works."), 201);
  });

  test("rejects 80 % of the calls with 429: a batch completes", async () => {
    provider.set({ share429: 0.8, refusalHeaders: { "retry-after-ms": "5" }, seed: 7 });
    const documents = Array.from({ length: 30 }, (_, index) => ({
      filename: `b${index}.md`,
      content: `Gull number ${index}.`,
    }));
    const replies = await Promise.all(
      [0, 10, 20].map((start) =>
        call("PUT", "/api/documents/batch", { spaceId, documents: documents.slice(start, start + 10) }),
      ),
    );
    for (const reply of replies) {
      expectStatus(reply, 200);
      expect(objects(reply.json.results).filter((result) => result.created !== true)).toEqual([]);
    }
    expect(provider.stats.refused429).toBeGreaterThan(0);
  });
});

test("no response and no log line contains the provider's key or the root key", () => {
  const said = [...answers, ...app.logLines].join("\n");
  expect(app.logLines.length).toBeGreaterThan(0);
  for (const secret of [KEY, app.rootKey]) expect(said).not.toContain(secret);
});
