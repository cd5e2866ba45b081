import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectError } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { type RerankProvider, startRerankProvider } from "../../support/rerank-provider.ts";

let provider: RerankProvider;
let app: InProcessApp;
let spaceIds: string;

beforeAll(async () => {
  provider = startRerankProvider();
  app = await startApp({
    env: {
      ...{ QUARRY_QUESTION_TIMEOUT_MS: "1500", QUARRY_RERANKER: "http" },
      ...{ QUARRY_RERANKER_URL: provider.url, QUARRY_RERANKER_MODEL: "m" },
    },
  });
  spaceIds = (await app.quarry.spaces.create({ name: "Herons" })).space.id;
  await app.quarry.documents.upsert({ spaceId: spaceIds, filename: "a.md", content: "The heron is grey." });
}, 120_000);
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

test("a question that takes too long gets 503 with Retry-After", async () => {
  const body = { query: "heron", spaceIds, rerank: true };
  expect((await app.call("POST", "/api/query", { body })).status).toBe(200);
  provider.set({ delayMs: 4500 });
  const startedAt = performance.now();
  const reply = await app.call("POST", "/api/query", { body });
  expect(performance.now() - startedAt).toBeLessThan(4000);
  expectError(reply, 503);
  expect(reply.headers.get("retry-after")).toBe("5");
  expect(reply.json.message).toContain("not answered within 1500 ms");
  // The next one, which waits for nothing, is answered.
  expect((await app.call("POST", "/api/query", { body: { query: "heron", spaceIds } })).status).toBe(200);
});
