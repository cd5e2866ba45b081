import type { Quantity, Side } from "../results/result.ts";
import { cpuSeconds, ownCpuSeconds } from "../servers/process-figures.ts";
import type { Generator } from "./generator.ts";
import type { Job, Outcome } from "./job.ts";

/** A side of a line: what is sent, and whose processor time it costs. */
export interface Contender {
  readonly side: Side;
  readonly line: string;
  readonly job: Pick<Job, "target" | "connections"> & { readonly rate?: number };
  /** The server's processes, and a database's beside them. */
  readonly processes: () => readonly number[];
  readonly recall?: number;
}

/** Blocks of a contender. */
export interface Blocks {
  readonly contender: Contender;
  readonly blocks: Readonly<Partial<Record<Quantity, readonly number[]>>>;
  readonly rooms: Readonly<Record<string, number>>;
}

/** Options of {@link measureInTurn}. */
export interface TurnOptions {
  readonly turns: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/** The next question of each file, so that a question comes again only after all others. */
const positions = new Map<string, number>();

/** Warms all contenders up and measures each in turn, so that what disturbs the machine disturbs all. */
export async function measureInTurn(
  generator: Generator,
  contenders: readonly Contender[],
  { turns, seconds, warmUpSeconds }: TurnOptions,
): Promise<Blocks[]> {
  const measured = contenders.map((contender) => ({ contender, outcomes: [] as Measured[] }));
  for (const contender of contenders)
    if (warmUpSeconds > 0) await runBlock(generator, contender, warmUpSeconds);
  for (let turn = 0; turn < turns; turn += 1)
    for (const { contender, outcomes } of turn % 2 === 0 ? measured : measured.toReversed())
      outcomes.push(await runBlock(generator, contender, seconds));
  return measured.map(({ contender, outcomes }) => ({
    contender,
    blocks: blocksOf(contender, outcomes),
    rooms: outcomes.at(-1)?.outcome.rooms ?? {},
  }));
}

interface Measured {
  readonly outcome: Outcome;
  /** Processor milliseconds per request. */
  readonly cpu: number;
  /** The part of it that the server's first process does not use. */
  readonly databaseCpu: number;
}

async function runBlock(generator: Generator, contender: Contender, seconds: number): Promise<Measured> {
  const file = fileOf(contender.job.target);
  const from = positions.get(file) ?? 0;
  const roots = contender.processes();
  const [all, own] = [cpuSeconds(roots), ownCpuSeconds(roots[0] ?? -1)];
  const outcome = await generator.run({ ...contender.job, from, until: { seconds } });
  const cpu = cpuSeconds(roots) - all;
  const others = cpu - (ownCpuSeconds(roots[0] ?? -1) - own);
  positions.set(file, from + outcome.requests);
  const perRequest = (amount: number) => (amount / outcome.requests) * 1000;
  return { outcome, cpu: perRequest(cpu), databaseCpu: perRequest(others) };
}

/** All modes ask the questions of a server in one order, so that no mode profits from another's caches. */
function fileOf(target: Job["target"]): string {
  return target.kind === "http" ? target.origin : target.kind;
}

function blocksOf({ recall }: Contender, measured: readonly Measured[]): Blocks["blocks"] {
  const outcomes = measured.map(({ outcome }) => outcome);
  return {
    perSecond: outcomes.map(({ requests, seconds }) => requests / seconds),
    p50: outcomes.map(({ p50 }) => p50),
    p95: outcomes.map(({ p95 }) => p95),
    p99: outcomes.map(({ p99 }) => p99),
    tail: outcomes.map(({ p50, p99 }) => p99 / p50),
    cpu: measured.map(({ cpu }) => cpu),
    databaseCpu: measured.map(({ databaseCpu }) => databaseCpu),
    ...(recall === undefined ? {} : { recall: [recall] }),
  };
}
