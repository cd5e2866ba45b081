import { resolve } from "node:path";
import { percentileOf } from "../compare/results/statistics.ts";

/** Questions at random moments, regardless of the answers to earlier ones. */
export interface Flood {
  readonly origin: string;
  readonly key: string;
  /** Bodies of `POST /api/query`, sent in turn. */
  readonly bodies: readonly string[];
  /** Requests per second; without a rate, each connection sends its next request after an answer. */
  readonly rate?: number;
  readonly seconds: number;
  /** The most connections at a time. Requests beyond them wait, and their time counts from when they were due. */
  readonly connections: number;
}

/** What the process of a flood prints: milliseconds of each request, by the status of its answer. */
export interface FloodTimes {
  readonly seconds: number;
  readonly byStatus: Readonly<Record<string, readonly number[]>>;
  readonly hadNoRetryAfter: number;
}

/** The times of one kind of answer, in milliseconds. */
export interface Times {
  readonly count: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

/** What became of a flood. */
export interface FloodOutcome {
  readonly accepted: Times;
  readonly refused: Times;
  /** Counts of other statuses; 0 stands for a broken connection. */
  readonly others: Readonly<Record<string, number>>;
  /** Refusals without `Retry-After`. */
  readonly hadNoRetryAfter: number;
}

/** Sends a flood from a process of its own, so that it does not wait for the tester. */
export async function flood(job: Flood): Promise<FloodOutcome> {
  const child = Bun.spawn([process.execPath, resolve(import.meta.dir, "flood-process.ts")], {
    ...{ stdin: new Blob([JSON.stringify(job)]), stdout: "pipe", stderr: "inherit" },
  });
  const printed = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("The process of a flood failed.");
  const { seconds, byStatus, hadNoRetryAfter } = JSON.parse(printed) as FloodTimes;
  const { "200": accepted = [], "503": refused = [], ...others } = byStatus;
  return {
    ...{ accepted: summaryOf(accepted, seconds), refused: summaryOf(refused, seconds), hadNoRetryAfter },
    others: Object.fromEntries(Object.entries(others).map(([status, times]) => [status, times.length])),
  };
}

function summaryOf(times: readonly number[], seconds: number): Times {
  const sorted = times.toSorted((left, right) => left - right);
  const [p50, p99, most] = [50, 99, 100].map((percent) => percentileOf(sorted, percent));
  const figures = { p50: p50 ?? Number.NaN, p99: p99 ?? Number.NaN, most: most ?? Number.NaN };
  return { count: sorted.length, perSecond: sorted.length / seconds, ...figures };
}
