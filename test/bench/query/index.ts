import { loadavg } from "node:os";
import { percentile } from "@quarry/core/internal";
import type { QueryBody } from "@quarry/schema";
import { wholeScope } from "../../../server/src/platform/access/tenant-scope.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { sentenceCorpus, syntheticCorpus } from "../lexical-corpus.ts";
import { type FilledSpace, fillSpace } from "./filled-space.ts";
import { PARTS, type PartTimes, timeParts } from "./parts.ts";
import { makeQuestions } from "./questions.ts";

const QUESTIONS = 240;
const WARM_UP = 60;
const ROUNDS = 3;
/** Distance between the questions of two query types, so that a query does not profit from another's warm caches. */
const STRIDE = 31;

const QUERY_TYPES: Record<string, Omit<QueryBody, "query" | "spaceIds">> = {
  hybrid: {},
  lexical: { mode: "lexical" },
  vector: { mode: "vector" },
  "hybrid, filter of 2 %": { metadata: { rare: true } },
  "hybrid, explain, highlight": { explain: true, highlight: true },
  "hybrid, topK 100": { topK: 100 },
};

interface Cost {
  readonly ms: number;
  /** Processor time of all threads of this process. */
  readonly cpuMs: number;
}

/**
 * Measures queries in this process, by type and by part, with one space, the embedded database, in-memory indexes and the
 * builtin embedder.
 *
 * @param textFile Source of sentences for passages; undefined for synthetic words.
 * @param keptIn Folder in which to keep the space for later runs.
 */
export async function benchQuery(
  chunkCount: number,
  textFile: string | undefined,
  keptIn: string | undefined,
): Promise<void> {
  const random = seededRandom(5);
  const corpus = textFile ? sentenceCorpus(textFile, random) : syntheticCorpus(random);
  const space = await fillSpace({ chunkCount, corpus, sampled: QUESTIONS, keptIn });
  try {
    await bench(space, makeQuestions(space.samples, 7));
  } finally {
    await space.close();
  }
}

async function bench(space: FilledSpace, questions: readonly string[]): Promise<void> {
  const questionOf = (number: number, type: number) =>
    questions[(number + type * STRIDE) % questions.length] as string;
  const types = Object.entries(QUERY_TYPES);
  const rounds: { costs: Map<string, Cost[]>; parts: PartTimes[] }[] = [];
  const runRound = async (count: number) => {
    const round = {
      costs: new Map<string, Cost[]>(types.map(([name]) => [name, []])),
      parts: [] as PartTimes[],
    };
    for (let number = 0; number < count; number += 1) {
      for (const [type, [name, body]] of types.entries())
        round.costs.get(name)?.push(await ask(space, { ...body, query: questionOf(number, type) }));
      round.parts.push(await timeParts(space, questionOf(number, types.length)));
    }
    return round;
  };
  await runRound(WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await runRound(questions.length));

  console.log(
    `\n${questions.length} alternating queries of each type, ${ROUNDS} rounds; load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log("p50/p95/p99 ms per round; mean processor time per query in ms, all threads");
  for (const [name] of types) {
    const costs = rounds.map((round) => round.costs.get(name) ?? []);
    const cpu = costs.flat().reduce((sum, { cpuMs }) => sum + cpuMs, 0) / costs.flat().length;
    const figures = costs.map((round) =>
      quantiles(
        round.map(({ ms }) => ms),
        [50, 95, 99],
      ),
    );
    console.log(
      `${name.padEnd(28)} ${figures.map((each) => each.padEnd(18)).join(" ")} cpu ${cpu.toFixed(1)}`,
    );
  }
  console.log("\nparts of a hybrid query, run sequentially: p50/p95 ms per round");
  for (const part of PARTS) {
    const figures = rounds.map(({ parts }) =>
      quantiles(
        parts.map((each) => each[part]),
        [50, 95],
      ),
    );
    console.log(`${part.padEnd(28)} ${figures.map((each) => each.padEnd(18)).join(" ")}`);
  }
}

async function ask(space: FilledSpace, body: Omit<QueryBody, "spaceIds">): Promise<Cost> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await space.queries.query(wholeScope(space.orgId, "enterprise"), { ...body, spaceIds: space.spaceId });
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000 };
}

function quantiles(times: readonly number[], percents: readonly number[]): string {
  return percents.map((percent) => percentile(times, percent).toFixed(2)).join("/");
}
