import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Quarry } from "@quarry/sdk";
import { childProcesses, hasEnded } from "../../support/child-processes.ts";
import { hasLocalRuntime } from "../../support/local-runtime.ts";
import { startServer } from "../../support/running-server.ts";
import { writeTinyModel } from "../../support/tiny-model.ts";
import { until } from "../../support/until.ts";

describe.skipIf(!hasLocalRuntime())("a server with a local reranker", () => {
  let model: string;
  beforeAll(async () => {
    model = await writeTinyModel("tiny-ranker", { dimensions: 64, maxTokens: 512, isReranker: true });
  });
  afterAll(() => rm(dirname(model), { recursive: true }));

  test("names its model at start, reranks, and the model's process ends with the server", async () => {
    const server = await startServer({ env: { QUARRY_RERANKER: "local", QUARRY_RERANKER_MODEL: model } });
    try {
      expect(server.output()).toMatch(
        /reranker +local:tiny-ranker:[0-9a-f]{12} \(runs on this machine\); used by queries with "rerank"/,
      );
      const quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl });
      const spaceIds = (await quarry.spaces.create({ name: "Local" })).space.id;
      for (const content of [
        "The cat sleeps by the oven.",
        "Bread by the oven, bread in the oven, oven bread.",
      ])
        await quarry.documents.upsert({ spaceId: spaceIds, filename: `${content.slice(0, 5)}.md`, content });
      const query = "oven cat sleeps by the oven";
      const { results, reranked, degraded } = await quarry.query({ query, spaceIds, rerank: true });
      expect(degraded).toBeUndefined();
      expect(reranked).toEqual({ model: expect.stringMatching(/^local:tiny-ranker:/), candidates: 2 });
      expect(results[0]?.chunk.content).toStartWith("The cat");
      for (const { scores } of results) expect(scores.rerank).toBeGreaterThan(0);
      const [pid = 0, ...others] = childProcesses(server.pid, "model-child");
      expect([pid > 0, others]).toEqual([true, []]);
      await server.end();
      await until("the end of the model's process", () => hasEnded(pid) || undefined);
    } finally {
      await server.stop();
    }
  }, 90_000);
});
