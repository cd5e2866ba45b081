import { type BulkRequest, Quarry } from "@quarry/sdk";
import { sentence } from "../server/queries/corpus.ts";
import { EMBEDDED, isInstalled, POSTGRES, surround } from "../support/configurations.ts";
import { startServer } from "../support/running-server.ts";

const BATCH = 100;

/**
 * Measures how long bulk operations take on a space with many short documents, on the embedded database and on PostgreSQL
 * with pgvector, and how long a query takes at most in the meantime.
 */
export async function benchBulk(documents: number): Promise<void> {
  for (const configuration of [EMBEDDED, POSTGRES]) {
    if (!isInstalled(configuration)) continue;
    console.log(`\n${configuration.name}, ${documents} documents`);
    const surroundings = await surround(configuration);
    const server = await startServer({ env: surroundings.env, isSynced: true });
    try {
      const quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl });
      const { space } = await quarry.spaces.create({ name: "Many" });
      const filling = performance.now();
      await fill(quarry, space.id, documents);
      report("fill", filling);
      const where = {};
      await measure(quarry, { spaceId: space.id, where, action: "setMetadata", metadata: { seen: true } });
      await measure(quarry, { spaceId: space.id, where, action: "delete" });
    } finally {
      await server.stop();
      await surroundings.stop();
    }
  }
}

async function measure(quarry: Quarry, request: BulkRequest): Promise<void> {
  const starting = performance.now();
  const { operation } = await quarry.bulk.start(request);
  report(`${request.action} is answered`, starting);
  let slowestMs = 0;
  const working = performance.now();
  const ended = await quarry.bulk.wait(operation, {
    intervalMs: 250,
    onProgress: () => {
      const asking = performance.now();
      void quarry.query({ query: sentence(31), spaceIds: request.spaceId }).then(() => {
        slowestMs = Math.max(slowestMs, performance.now() - asking);
      });
    },
  });
  report(
    request.action,
    working,
    `${ended.done} done, ${ended.failed} failed; slowest query ${Math.round(slowestMs)} ms`,
  );
}

async function fill(quarry: Quarry, spaceId: string, documents: number): Promise<void> {
  for (let start = 0; start < documents; start += BATCH)
    await quarry.documents.upsertBatch({
      spaceId,
      documents: Array.from({ length: Math.min(BATCH, documents - start) }, (_, at) => ({
        filename: `f${start + at}.md`,
        content: sentence((start + at) * 31),
      })),
    });
}

function report(name: string, begin: number, outcome = ""): void {
  console.log(`  ${name.padEnd(24)} ${((performance.now() - begin) / 1000).toFixed(2)} s  ${outcome}`);
}
