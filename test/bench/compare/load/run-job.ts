import { seededRandom } from "../../../support/seeded-random.ts";
import { percentileOf } from "../results/statistics.ts";
import type { Asker, Job, Outcome } from "./job.ts";

/** Runs a job with an asker and summarizes the times of its requests. */
export async function runJob(job: Job, asker: Asker): Promise<Outcome> {
  const times: number[] = [];
  let failures = 0;
  let problem: string | undefined;
  /** Asks, and counts the time from `since`, when the request was due. */
  const ask = async (line: number, since: number): Promise<void> => {
    try {
      await asker.ask(line);
      times.push(performance.now() - since);
    } catch (cause) {
      failures += 1;
      problem ??= cause instanceof Error ? cause.message : String(cause);
    }
  };
  const start = performance.now();
  await (job.rate === undefined ? closedLoop(job, ask) : openLoop(job, job.rate, ask));
  const seconds = (performance.now() - start) / 1000;
  const sorted = Float64Array.from(times).sort();
  const [p50 = 0, p95 = 0, p99 = 0] = [50, 95, 99].map((percent) => percentileOf(sorted, percent));
  return {
    ...{ requests: times.length, seconds, p50, p95, p99, failures, rooms: asker.rooms },
    ...(problem === undefined ? {} : { problem }),
  };
}

type Ask = (line: number, since: number) => Promise<void>;

/** Each connection sends a request as soon as it has the answer to its last one. */
async function closedLoop({ connections, from, until }: Job, ask: Ask): Promise<void> {
  const isOver = endOf(until);
  let sent = 0;
  const connection = async () => {
    while (!isOver(sent)) {
      sent += 1;
      await ask(from + sent - 1, performance.now());
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
}

/** Requests are due at random moments. Without a free connection they wait, and their time counts from when they were due. */
async function openLoop({ connections, from, until }: Job, rate: number, ask: Ask): Promise<void> {
  const isOver = endOf(until);
  const random = seededRandom(from + 1);
  const waiting: { line: number; since: number }[] = [];
  const running = new Set<Promise<void>>();
  const dispatch = (): void => {
    while (waiting.length > 0 && running.size < connections) {
      const { line, since } = waiting.shift() as { line: number; since: number };
      const request = ask(line, since).then(() => {
        running.delete(request);
        dispatch();
      });
      running.add(request);
    }
  };
  let due = performance.now();
  for (let sent = 0; !isOver(sent); await Bun.sleep(1)) {
    const now = performance.now();
    for (; due <= now; due += (-Math.log(1 - random()) / rate) * 1000) {
      // The timer's own delay, up to a millisecond, is not the server's.
      waiting.push({ line: from + sent, since: now });
      sent += 1;
    }
    dispatch();
  }
  while (waiting.length > 0 || running.size > 0) await Promise.race([...running, Bun.sleep(1)]);
}

function endOf(until: Job["until"]): (sent: number) => boolean {
  if ("requests" in until) return (sent) => sent >= until.requests;
  const end = performance.now() + until.seconds * 1000;
  return () => performance.now() >= end;
}
