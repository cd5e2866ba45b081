import { Quarry } from "@quarry/sdk";
import { Progress } from "../eval/progress.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { syntheticCorpus } from "./lexical-corpus.ts";

const PASSAGES_PER_DOCUMENT = 10;
const BATCH = 50;

/** Measures the time from a restart to the first query result, after a clean shutdown and after a kill. */
export async function benchRestart(chunks: number): Promise<void> {
  const server = await startServer();
  try {
    const { space } = await connect(server).spaces.create({ name: "Restart" });
    await fill(connect(server), space.id, chunks);
    const ask = async () => {
      const { results } = await connect(server).query({ query: "naligu romebi", spaceIds: space.id });
      return results.length;
    };
    await timed("query before the restart", ask);
    await timed("clean shutdown", () => server.end());
    await timed("start and first query after a clean shutdown", async () => {
      await server.restart();
      return ask();
    });
    await server.kill();
    await timed("start and first query after a kill", async () => {
      await server.restart();
      return ask();
    });
  } finally {
    await server.stop();
  }
}

function connect(server: RunningServer): Quarry {
  return new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, timeoutMs: 600_000 });
}

async function fill(quarry: Quarry, spaceId: string, chunks: number): Promise<void> {
  const corpus = syntheticCorpus(seededRandom(1));
  const progress = new Progress("passages", chunks);
  const total = Math.ceil(chunks / PASSAGES_PER_DOCUMENT);
  for (let start = 0; start < total; start += BATCH) {
    const documents = Array.from({ length: Math.min(BATCH, total - start) }, (_, at) => ({
      filename: `document-${start + at}.txt`,
      content: Array.from({ length: PASSAGES_PER_DOCUMENT }, () => corpus.passage()).join("\n\n"),
    }));
    await quarry.documents.upsertBatch({ spaceId, documents });
    progress.advance(documents.length * PASSAGES_PER_DOCUMENT);
  }
  console.log(`filled in ${progress.end().toFixed(0)} s`);
}

async function timed(name: string, task: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  const result = await task();
  const suffix = typeof result === "number" ? ` (${result} results)` : "";
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(2)} s${suffix}`);
}
