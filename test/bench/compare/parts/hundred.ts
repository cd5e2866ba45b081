import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchContext } from "../bench-context.ts";
import type { Contender } from "../load/in-turn.ts";
import { startElysia } from "../servers/elysia.ts";
import { loadSpace } from "../servers/load-quarry.ts";
import type { QuarryServer } from "../servers/quarry.ts";
import { quarryTarget } from "../servers/questions.ts";
import { compare, connectionsText } from "./part.ts";

const SMALL = 100;

/** Makes both sides of a line: the small space, and the bare handler. */
export type MakePair = (connections: number) => Contender[];

/** Fills a space with 100 chunks, and starts a bare handler that returns one of its answers. */
export async function withHundredChunks<Result>(
  context: BenchContext,
  quarry: QuarryServer,
  task: (pair: MakePair) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-compare-small-"));
  const { spaceId, documents } = await loadSpace(context, quarry, "Small", SMALL);
  const question = documents[0]?.content.slice(0, 100) ?? "";
  const file = join(folder, "answer.json");
  const answer = await quarry.call("POST", "/api/query", { query: question, spaceIds: spaceId });
  await Bun.write(file, JSON.stringify(answer));
  const elysia = await startElysia(file);
  try {
    const target = await quarryTarget(context, quarry, () => ({ spaceIds: spaceId }));
    const bare = { ...target, origin: elysia.origin, path: "/query", headers: {} };
    return await task((connections) => {
      const line = `a space of 100 chunks, ${connectionsText(connections)}`;
      return [
        { side: "quarry", line, processes: quarry.processes, job: { target, connections } },
        { side: "elysia", line, processes: elysia.processes, job: { target: bare, connections } },
      ];
    });
  } finally {
    await elysia.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A space of 100 chunks beside a bare handler. */
export async function hundredChunks(context: BenchContext, quarry: QuarryServer): Promise<void> {
  await withHundredChunks(context, quarry, async (pair) => {
    let { warmUpSeconds } = context.effort;
    for (const connections of context.effort.connections) {
      await compare(context, { part: "hundred", size: SMALL }, pair(connections), { warmUpSeconds });
      warmUpSeconds = 1;
    }
  });
}
