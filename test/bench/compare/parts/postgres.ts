import postgresClient from "postgres";
import { hasPostgres, startPostgres } from "../../../support/postgres.ts";
import type { BenchContext } from "../bench-context.ts";
import { makeCorpus } from "../corpus/corpus.ts";
import type { Contender } from "../load/in-turn.ts";
import { type BareTable, openBareTable, vectorText } from "../servers/bare-sql.ts";
import { createSpace, loadQuarry } from "../servers/load-quarry.ts";
import { type QuarryServer, startQuarry } from "../servers/quarry.ts";
import { quarryTarget, questionsOf } from "../servers/questions.ts";
import { type Stage, vectorsOnce } from "../servers/stage.ts";
import { contentsOf, recallOnStage } from "../servers/stage-recall.ts";
import { compare, connectionsText, type OwnPart } from "./part.ts";

const MODES = ["hybrid", "lexical", "vector"] as const;

/** Quarry on a PostgreSQL server with pgvector, beside hand-written SQL on the same server. */
export const postgres: OwnPart = {
  name: "postgres",
  async measure(context, size) {
    if (!hasPostgres()) return context.say("PostgreSQL is not installed: test/services/install-postgres.sh");
    const server = await startPostgres();
    const closers = [server.stop];
    try {
      const url = await server.createDatabase();
      await giveMemory(url);
      const head = await server.pid();
      const quarry = await startQuarry({ DATABASE_URL: url });
      closers.push(quarry.stop);
      const table = await load(context, size, { quarry, head, url: await server.createDatabase() });
      closers.push(table.close);
      await ask(context, size, { quarry, table, head });
    } finally {
      for (const close of closers.reverse()) await close();
    }
  },
};

/** The bare table, and what both sides have loaded. */
interface LoadedTable extends BareTable, Pick<Stage, "spaceId" | "corpus" | "vectors"> {}

/** Index builds take many times longer with less memory. It serves both sides. */
async function giveMemory(url: string): Promise<void> {
  const client = postgresClient(url, { max: 1, onnotice: () => undefined });
  await client.unsafe("alter system set maintenance_work_mem = '2GB'");
  await client.unsafe("select pg_reload_conf()");
  await client.end();
}

async function load(
  context: BenchContext,
  size: number,
  { quarry, head, url }: { quarry: QuarryServer; head: number; url: string },
): Promise<LoadedTable> {
  const corpus = await makeCorpus(context.sources, size);
  const vectors = vectorsOnce(corpus);
  const count = corpus.chunks.length;
  const spaceId = await createSpace(quarry, "Benchmark");
  const placed = corpus.documents.map((document) => ({ ...document, spaceId }));
  context.say("loading Quarry on PostgreSQL");
  const { seconds, settling, cpuSeconds } = await loadQuarry(context, quarry, placed, { others: [head] });
  const place = { part: "postgres", size, line: "load" };
  await context.record({
    ...{ ...place, side: "quarry" },
    blocks: {
      ...{ perSecond: [count / (seconds + settling)], seconds: [seconds], settling: [settling] },
      cpu: [(cpuSeconds / count) * 1000],
    },
  });
  context.say("loading the bare table");
  const table = await openBareTable(url, corpus, await vectors());
  const blocks = { perSecond: [count / table.seconds], seconds: [table.seconds] };
  await context.record({ ...place, side: "sql", blocks });
  return { ...table, spaceId, corpus, vectors };
}

async function ask(
  context: BenchContext,
  size: number,
  { quarry, table, head }: { quarry: QuarryServer; table: LoadedTable; head: number },
): Promise<void> {
  const { texts, vectors } = await questionsOf(context);
  const count = context.effort.peerQuestions;
  const parametersOf = (both: boolean) =>
    Array.from({ length: count }, (_, number) =>
      JSON.stringify([vectorText(vectors.at(number)), ...(both ? [texts[number]] : [])]),
    );
  const both = table.target("both", await context.writeLines("sql-both", parametersOf(true)));
  const near = table.target("vectors", await context.writeLines("sql-vectors", parametersOf(false)));
  const { spaceId } = table;
  const targets = await Promise.all(
    MODES.map((mode) => quarryTarget(context, quarry, () => ({ spaceIds: spaceId, mode }))),
  );
  const everything = () => undefined;
  const recall = await recallOnStage(context, table, everything, (number) =>
    contentsOf(quarry, { query: texts[number], spaceIds: spaceId, mode: "vector" }),
  );
  const bareRecall = await recallOnStage(context, table, everything, (number) =>
    table.query(vectors.at(number)),
  );
  let { warmUpSeconds } = context.effort;
  for (const connections of context.effort.connections) {
    const line = (mode: string) => `${mode}, ${connectionsText(connections)}`;
    const contenders: Contender[] = [
      ...targets.map((target, at) => ({
        ...{ side: "quarry" as const, line: line(MODES[at] as string), job: { target, connections } },
        processes: () => [...quarry.processes(), head],
        ...(MODES[at] === "vector" ? { recall } : {}),
      })),
      { side: "sql", line: line("hybrid"), processes: () => [head], job: { target: both, connections } },
      {
        ...{ side: "sql-vectors", line: line("vector"), job: { target: near, connections } },
        ...{ processes: () => [head], recall: bareRecall },
      },
    ];
    await compare(context, { part: "postgres", size }, contenders, { warmUpSeconds });
    warmUpSeconds = 1;
  }
}
