import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Quarry } from "@quarry/sdk";
import { childProcesses, hasEnded } from "../../support/child-processes.ts";
import { hasLocalRuntime } from "../../support/local-runtime.ts";
import { startModelHub } from "../../support/model-hub.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { startProcess, withFolder } from "../../support/server-process.ts";
import { tinyModelFiles, writeTinyModel } from "../../support/tiny-model.ts";
import { until } from "../../support/until.ts";

const CAT = "The cat sleeps and purrs.";
const BREAD = "Bake the bread with flour.";

describe.skipIf(!hasLocalRuntime())("a server with a local model", () => {
  let model: string;
  let server: RunningServer | undefined;
  beforeAll(async () => {
    model = await writeTinyModel("tiny", { dimensions: 64 });
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });
  afterAll(() => rm(dirname(model), { recursive: true }));

  const client = ({ baseUrl, rootKey }: RunningServer) => new Quarry({ apiKey: rootKey, baseUrl });
  const nearest = async (running: RunningServer, spaceIds: string, query: string) => {
    const { results } = await client(running).query({ query, spaceIds, mode: "vector", topK: 1 });
    return results.map(({ chunk, similarity }) => [chunk.content, similarity]);
  };

  test("answers with its vectors, also after a restart, and its process ends with the server", async () => {
    server = await startServer({ env: { QUARRY_EMBEDDER: "local", QUARRY_LOCAL_MODEL: model } });
    expect(server.output()).toMatch(
      /embedder +local:tiny:[0-9a-f]{12}:mean \(64 dimensions; runs on this machine\)/,
    );
    const { space } = await client(server).spaces.create({ name: "Local" });
    for (const [filename, content] of [
      ["cat.md", CAT],
      ["bread.md", BREAD],
    ] as const)
      await client(server).documents.upsert({ spaceId: space.id, filename, content });
    const before = await nearest(server, space.id, "cat purrs");
    expect(before).toEqual([[CAT, expect.any(Number)]]);
    expect(await nearest(server, space.id, "flour for bread")).toEqual([[BREAD, expect.any(Number)]]);
    await server.restart();
    expect(await nearest(server, space.id, "cat purrs")).toEqual(before);
    // Existing documents are not embedded again.
    const again = await client(server).documents.upsert({
      spaceId: space.id,
      filename: "copy.md",
      content: CAT,
    });
    expect(again.document.status).toBe("COMPLETED");
    const [pid = 0, ...others] = childProcesses(server.pid, "model-child");
    expect([pid > 0, others]).toEqual([true, []]);
    await server.end();
    await until("the end of the model's process", () => hasEnded(pid) || undefined);
  }, 90_000);

  test("downloads the model into the data folder, logs it, and works without the hub afterwards", async () => {
    const hub = await startModelHub("owner/tiny", tinyModelFiles());
    try {
      hub.behave("slow");
      const env = { QUARRY_EMBEDDER: "local", QUARRY_LOCAL_MODEL: "owner/tiny", HF_ENDPOINT: hub.url };
      server = await startServer({ env });
      expect(server.output()).toMatch(/^Downloading owner\/tiny: 1 of 1 MB$/m);
      expect(server.output()).toMatch(/embedder +local:owner\/tiny:mean /);
    } finally {
      hub.stop();
    }
    await server.restart();
    expect(server.output().match(/embedder +local:owner\/tiny:mean /g)).toHaveLength(2);
  }, 90_000);

  test(
    "does not start without the model, prints what to do, and releases the data folder",
    () =>
      withFolder(async (folder) => {
        const env = { QUARRY_DATA_DIR: folder, QUARRY_EMBEDDER: "local" };
        const unreachable = startProcess({ ...env, HF_ENDPOINT: "http://127.0.0.1:1" });
        expect(await unreachable.exited).toBe(1);
        expect(await unreachable.stderr).toMatch(
          /^Quarry cannot start: The model Xenova\/bge-small-en-v1.5 is not on this machine, .* QUARRY_LOCAL_MODEL to its path, or unset QUARRY_EMBEDDER\.\n$/,
        );
        const started = startProcess({ ...env, QUARRY_LOCAL_MODEL: model });
        expect(await started.ready).toStartWith("http://");
        started.signal("SIGTERM");
        expect(await started.exited).toBe(0);
      }),
    90_000,
  );
});
