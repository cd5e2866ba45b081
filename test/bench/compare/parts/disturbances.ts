import { startEmbeddingProvider } from "../../../support/embedding-provider.ts";
import { largeText } from "../../../support/large-files/large-text.ts";
import type { BenchContext } from "../bench-context.ts";
import { type Contender, measureInTurn } from "../load/in-turn.ts";
import type { Quantity } from "../results/result.ts";
import { completedIn, createSpace, loadSpace } from "../servers/load-quarry.ts";
import { type QuarryServer, startQuarry } from "../servers/quarry.ts";
import type { OwnPart } from "./part.ts";
import { quarterLoad } from "./quarter-load.ts";

const BLOCK_SECONDS = 5;
const FILE_BYTES = 50_000_000;
/** Limits of an operator who takes such a file. */
const LIMITS = { QUARRY_MAX_FILE_BYTES: "60000000", QUARRY_MAX_TEXT_CHARS: "60000000" };
/** The first snapshot after a start is written when a minute has passed. */
const BEFORE_SNAPSHOT_MS = 57_000;
const MODEL_CHANGED = "All documents are embedded with";
const POLL_MS = 200;
const READING_MS = 600_000;
/** A model change yields to questions: under load it may take half an hour, and two minutes show its effect. */
const MODEL_CHANGE_MS = 120_000;

/** Questions at a quarter of the most: idle, and during each of the service's large tasks. */
export const disturbances: OwnPart = {
  name: "disturbances",
  async measure(context, size) {
    const quarry = await startQuarry(LIMITS);
    const provider = startEmbeddingProvider({ dimensions: 384 });
    try {
      const { spaceId } = await loadSpace(context, quarry, "Benchmark", size);
      const contender = await quarterLoad(context, quarry, spaceId, context.effort.warmUpSeconds);
      const measure = (line: string, task: Promise<unknown>) =>
        measureDuring(context, size, { ...contender, line }, task);

      await measure("nothing else happens", Bun.sleep(BLOCK_SECONDS * 3000));
      await measure("a file of 50 MB is read", readLongText(quarry));
      await restart(quarry);
      const startedAt = performance.now();
      await warmUp(context, contender);
      await quarry.call("POST", "/api/documents", { spaceId, filename: "new.txt", content: "A new text." });
      await Bun.sleep(Math.max(0, BEFORE_SNAPSHOT_MS - (performance.now() - startedAt)));
      await measure("a snapshot is written", Bun.sleep(0));
      await restart(quarry, {
        ...{ QUARRY_EMBEDDER: "openai", QUARRY_EMBEDDING_DIMENSIONS: "384" },
        ...{ OPENAI_API_KEY: provider.apiKey, OPENAI_BASE_URL: provider.url },
      });
      await measure("the embedding model changes", modelChange(quarry));
    } finally {
      await provider.stop();
      await quarry.stop();
    }
  },
};

/** Asks in blocks until the task ends. The last block, in which it ends, counts only if it is the only one. */
async function measureDuring(
  context: BenchContext,
  size: number,
  contender: Contender,
  task: Promise<unknown>,
): Promise<void> {
  let isOver = false;
  const end = task.finally(() => {
    isOver = true;
  });
  const blocks: Partial<Record<Quantity, number[]>> = {};
  for (let count = 0; count === 0 || !isOver; count += 1) {
    const options = { turns: 1, seconds: BLOCK_SECONDS, warmUpSeconds: 0 };
    const [measured] = await measureInTurn(context.generator, [contender], options);
    if (count > 0 && isOver) break;
    for (const [quantity, values = []] of Object.entries(measured?.blocks ?? {}))
      blocks[quantity as Quantity] = [...(blocks[quantity as Quantity] ?? []), ...values];
  }
  await end;
  await context.record({ part: "disturbances", size, line: contender.line, side: "quarry", blocks });
}

/** The compilers of a new process settle under load. */
async function warmUp({ generator, effort }: BenchContext, contender: Contender): Promise<void> {
  await measureInTurn(generator, [contender], { turns: 0, seconds: 0, warmUpSeconds: effort.warmUpSeconds });
}

async function restart(quarry: QuarryServer, settings: Readonly<Record<string, string>> = {}): Promise<void> {
  await quarry.end("SIGTERM");
  await quarry.launch([], settings);
  await quarry.ready();
}

/** Uploads a text into a space of its own, waits until it is read, and deletes it. */
async function readLongText(quarry: QuarryServer): Promise<void> {
  const spaceId = await createSpace(quarry, "Long text");
  const form = new FormData();
  form.set("spaceId", spaceId);
  form.set("file", new File([...largeText(FILE_BYTES)] as Uint8Array<ArrayBuffer>[], "long.txt"));
  const answer = await fetch(`${quarry.origin}/api/documents`, {
    ...{ method: "POST", headers: quarry.headers, body: form },
  });
  if (!answer.ok) throw new Error(`The upload answered ${answer.status}. ${await answer.text()}`);
  await answer.arrayBuffer();
  const end = performance.now() + READING_MS;
  while ((await completedIn(quarry, spaceId)) === 0) {
    if (performance.now() > end) throw new Error("The file of 50 MB is not COMPLETED.");
    await Bun.sleep(POLL_MS);
  }
  await quarry.call("DELETE", `/api/spaces/${spaceId}?purge=true`);
}

async function modelChange(quarry: QuarryServer): Promise<void> {
  const end = performance.now() + MODEL_CHANGE_MS;
  while (!quarry.output().includes(MODEL_CHANGED) && performance.now() < end) await Bun.sleep(POLL_MS);
}
