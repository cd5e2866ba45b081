import { expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { startServer } from "../support/running-server.ts";
import { storedFiles } from "../support/stored-files.ts";
import { until } from "../support/until.ts";
import { archiveOf, documentFolder, spaceFolder } from "./sample-archives.ts";

// After a crash during an import, the partial space is invisible, and the next start erases it.

test("a killed import leaves nothing behind", async () => {
  const server = await startServer();
  try {
    const folders = Array.from({ length: 120 }, (_, at) => documentFolder(at + 1, { filename: `${at}.txt` }));
    const archive = await archiveOf([spaceFolder(), ...folders]);
    const { promise: killed, resolve: resolveKilled } = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        // Sends all but the end: enough for the server to write two batches.
        controller.enqueue(archive.subarray(0, archive.length - 5000));
        await killed;
        controller.error(new Error("the server is gone"));
      },
    });
    const quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey, maxRetries: 0 });
    const importing = quarry.spaces.import(body).catch((error: unknown) => error);
    await until("files to be stored", async () =>
      (await storedFiles(server.dataDir)).length > 60 ? true : undefined,
    );
    const { pagination } = await quarry.spaces.list({ status: "all" });
    expect(pagination.total).toBe(0);
    expect((await quarry.smartQuery({ query: "birds" })).recommendations).toEqual([]);
    const hidden = await quarry.spaces.get("birds").catch((error: unknown) => error);
    expect(hidden).toMatchObject({ status: 404 });
    await server.kill();
    resolveKilled();
    expect(await importing).toBeInstanceOf(Error);

    await server.restart();
    const reconnected = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
    await until("the files to be gone", async () =>
      (await storedFiles(server.dataDir)).length === 0 ? true : undefined,
    );
    // Its slug is free again.
    const { space, documents } = await reconnected.spaces.import(archive);
    expect([space.slug, documents]).toEqual(["birds", 120]);
  } finally {
    await server.stop();
  }
}, 90_000);
