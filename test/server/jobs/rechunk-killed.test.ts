import { expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { startServer } from "../../support/running-server.ts";
import { until } from "../../support/until.ts";
import { essay, SMALL, tokens } from "../queries/essay.ts";

test("a service that is killed during rechunking continues after a restart", async () => {
  const server = await startServer({ env: { QUARRY_JOB_LEASE_MS: "2000", QUARRY_JOB_CONCURRENCY: "1" } });
  try {
    const connect = () => new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });
    const { id: spaceId } = (await connect().spaces.create({ name: "Killed" })).space;
    const files = Array.from({ length: 60 }, (_, at) => ({
      filename: `${at}.md`,
      content: essay(`file${at}x`),
    }));
    await Promise.all(files.map((file) => connect().documents.upsert({ spaceId, ...file })));
    await connect().spaces.update(spaceId, { chunking: SMALL });
    let last = 0;
    for (let kill = 0; kill < 2; kill += 1) {
      last = await until("more documents to be rechunked", async () => {
        const { rechunking } = (await connect().spaces.get(spaceId)).space;
        return rechunking && rechunking.done > last ? rechunking.done : undefined;
      });
      await server.kill();
      expect(last).toBeLessThan(files.length);
      await server.restart();
    }
    const quarry = connect();
    await until(
      "rechunking to finish",
      async () => (await quarry.spaces.get(spaceId)).space.rechunking === undefined || undefined,
      60_000,
    );
    for await (const { id, filename, status, warnings } of quarry.documents.list({
      spaceId,
      pageSize: 100,
    })) {
      const chunks = await Array.fromAsync(quarry.documents.chunks({ spaceId, id, pageSize: 100 }));
      const largest = Math.max(...chunks.map(tokens));
      expect({ filename, status, warnings, fits: largest <= 60 }).toEqual({
        ...{ filename, status: "COMPLETED", warnings: [], fits: true },
      });
    }
    await server.end();
    const { code, output } = await server.command("doctor");
    expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
  } finally {
    await server.stop();
  }
}, 180_000);
