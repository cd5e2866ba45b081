import { afterAll, beforeAll, expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { type EmbeddingProvider, startEmbeddingProvider } from "../support/embedding-provider.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";

let provider: EmbeddingProvider;
let server: RunningServer;

beforeAll(async () => {
  provider = await startEmbeddingProvider({ apiKey: "sk-test", delayMs: 60_000 });
  server = await startServer({
    env: {
      OPENAI_API_KEY: "sk-test",
      OPENAI_BASE_URL: provider.url,
      QUARRY_EMBEDDING_MODEL: "text-embedding-3-small",
      QUARRY_EMBEDDING_DIMENSIONS: "64",
    },
  });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

test("an upload completes after the server is killed during its processing and restarted", async () => {
  const connect = () => new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });
  const { space } = await connect().spaces.create({ name: "Interrupted" });
  const sent = await connect().documents.upload({
    spaceId: space.id,
    filename: "half.md",
    content: "# Half\n\nA lighthouse keeper counts the ships that pass at night.",
  });
  expect(sent.status).toBe("PROCESSING");
  // Once the provider has received a call, the worker is waiting for its response.
  while (provider.stats.calls === 0) await Bun.sleep(20);
  await server.kill();

  provider.set({ delayMs: 0 });
  await server.restart();
  const quarry = connect();
  for (let waits = 0; waits < 400; waits += 1) {
    const { document } = await quarry.documents.get({ spaceId: space.id, id: sent.id });
    if (document.status === "COMPLETED") break;
    expect(document.status).toBe("PROCESSING");
    await Bun.sleep(50);
  }
  const { results, degraded } = await quarry.query({ query: "Who counts the ships?", spaceIds: space.id });
  expect(results[0]?.document.id).toBe(sent.id);
  expect(degraded).toBeUndefined();
}, 120_000);
