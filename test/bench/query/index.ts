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
/** No kind asks a question right after another kind did: what that one left in caches would help. */
const STRIDE = 31;

const KINDS: Record<string, Omit<QueryBody, "query" | "spaceIds">> = {
  hybrid: {},
  lexical: { mode: "lexical" },
  vector: { mode: "vector" },
  "hybrid, filter of 2 %": { metadata: { rare: true } },
  "hybrid, explain, highlight": { explain: true, highlight: true },
  "hybrid, topK 100": { topK: 100 },
};

interface Cost {
  readonly ms: number;
  /** Processor time of all threads of this process, the embedded database's among them. */
  readonly cpuMs: number;
}

/**
 * What a query costs in this process, by its kind and by its parts: one space, embedded database, indexes in memory,
 * builtin embedder.
 * @param textFile Passages are made of its sentences; without it, of made-up words.
 * @param keptIn A folder that keeps the space, so that the next time need not fill it.
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
  const questionOf = (number: number, kind: number) =>
    questions[(number + kind * STRIDE) % questions.length] as string;
  const kinds = Object.entries(KINDS);
  const rounds: { costs: Map<string, Cost[]>; parts: PartTimes[] }[] = [];
  const runRound = async (count: number) => {
    const round = {
      costs: new Map<string, Cost[]>(kinds.map(([name]) => [name, []])),
      parts: [] as PartTimes[],
    };
    for (let number = 0; number < count; number += 1) {
      for (const [kind, [name, body]] of kinds.entries())
        round.costs.get(name)?.push(await ask(space, { ...body, query: questionOf(number, kind) }));
      round.parts.push(await timeParts(space, questionOf(number, kinds.length)));
    }
    return round;
  };
  await runRound(WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await runRound(questions.length));

  console.log(
    `\n${questions.length} questions of each kind in turn, ${ROUNDS} rounds; load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log("p50/p95/p99 ms by round; mean processor time of a query, all threads");
  for (const [name] of kinds) {
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
  console.log("\nparts of a hybrid query, one after the other: p50/p95 ms by round");
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
