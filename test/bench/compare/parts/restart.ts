import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { BenchContext } from "../bench-context.ts";
import { type QuarryServer, startQuarry } from "../servers/quarry.ts";
import { contentsOf } from "../servers/stage-recall.ts";
import type { StagePart } from "./part.ts";

const LIMIT_MS = 900_000;
const POLL_MS = 10;
const POLL_SHARE = 0.02;
const EMPTY_STARTS = 3;
/** Above this size a rebuild would take most of the run. */
const REBUILT_UP_TO = 50_000;
/** The words of a passage that the first right answer has to find. */
const QUOTED = 160;

/** From the start of the process to the first answer that is right: an empty server, and a filled one. */
export const restart: StagePart = {
  name: "restart",
  async measure(context, { quarry, spaceId, corpus, vectors, chroma, size }) {
    const record = (line: string, side: "quarry" | "chroma", seconds: readonly number[]) =>
      context.record({ part: "restart", size, line, side, blocks: { seconds } });
    const chunk = corpus.chunks[Math.floor(corpus.chunks.length / 2)]?.content ?? "";
    const body = { query: chunk.slice(0, QUOTED), spaceIds: spaceId, topK: 1 };
    const [right] = await contentsOf(quarry, body);
    const timed = async (signal: "SIGTERM" | "SIGKILL", between?: () => Promise<void>) => {
      await quarry.end(signal);
      await between?.();
      return firstRightAnswer(quarry, body, right);
    };
    await record("after SIGTERM", "quarry", [await timed("SIGTERM"), await timed("SIGTERM")]);
    await record("after SIGKILL", "quarry", [await timed("SIGKILL")]);
    if (size <= REBUILT_UP_TO) {
      const forget = () => rm(join(quarry.dataDir, "snapshots"), { recursive: true, force: true });
      await record("without the index files", "quarry", [await timed("SIGTERM", forget)]);
    }
    await record("empty", "quarry", await emptyStarts(context));
    if (!chroma) return;
    const first = (await vectors()).at(0);
    const start = performance.now();
    await chroma.server.restart();
    await chroma.server.query(first);
    await record("after SIGTERM", "chroma", [(performance.now() - start) / 1000]);
  },
};

async function firstRightAnswer(
  quarry: QuarryServer,
  body: unknown,
  right: string | undefined,
): Promise<number> {
  const start = performance.now();
  await quarry.launch();
  for (let waited = 0; waited < LIMIT_MS; waited = performance.now() - start) {
    // Asks less often the longer it takes, so that asking does not delay the server.
    await Bun.sleep(Math.max(POLL_MS, waited * POLL_SHARE));
    // Refused connections and answers of a server that is not ready yet.
    const [first] = await contentsOf(quarry, body).catch(() => []);
    if (first !== undefined && first === right) return (performance.now() - start) / 1000;
  }
  throw new Error("The restarted server does not give the answer that it gave before.");
}

/** Starts of an installed server without documents, until it is ready. */
async function emptyStarts({ say }: BenchContext): Promise<number[]> {
  const server = await startQuarry();
  const seconds: number[] = [];
  try {
    for (let number = 0; number < EMPTY_STARTS; number += 1) {
      await server.end("SIGTERM");
      const start = performance.now();
      await server.launch();
      await server.ready();
      seconds.push((performance.now() - start) / 1000);
      say(`empty start: ${seconds.at(-1)?.toFixed(2)} s`);
    }
  } finally {
    await server.stop();
  }
  return seconds;
}
