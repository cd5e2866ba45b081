import { expect, test } from "bun:test";
import { expectError } from "../../contract/expecting.ts";
import { startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { startApp } from "../../support/in-process-app.ts";

// Too slow for every run: with the default limits it takes two minutes until a PUT gives up.
test.skipIf(process.env.QUARRY_TEST_LONG === undefined)(
  "a PUT returns 503 within 60 s when the provider does not respond",
  async () => {
    const provider = startEmbeddingProvider();
    const app = await startApp({ env: { OPENAI_API_KEY: provider.apiKey, OPENAI_BASE_URL: provider.url } });
    const spaceId = (await app.quarry.spaces.create({ name: "Away" })).space.id;
    await provider.stop();
    const start = Date.now();
    const body = { spaceId, filename: "a.md", content: "This is never embedded." };
    expectError(await app.call("PUT", "/api/documents", { body }), 503);
    await app.stop();
    expect(Date.now() - start).toBeLessThan(60_000);
  },
  200_000,
);
