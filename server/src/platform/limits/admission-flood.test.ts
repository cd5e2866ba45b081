import { expect, test } from "bun:test";
import { percentile } from "@quarry/core/internal";
import { seededRandom } from "../../../../test/support/seeded-random.ts";
import { createAdmission } from "./admission.ts";

// A thread that answers a question in .55 ms and refuses one in .1, on a clock of its own: what becomes of questions at random moments.

const QUESTION_MS = 0.55;
const REFUSAL_MS = 0.1;
const WRITE_MS = 12;
const POLL_MS = 0.02;
const LENGTH_MS = 5000;
const PAUSE_AT_MS = 1000;

interface Arrival {
  readonly orgId: string;
  readonly atMs: number;
}

/** Arrivals of an organization at random moments, by its share of what the thread can answer. */
function arrivalsOf([orgId, share]: [string, number], seed: number): Arrival[] {
  const random = seededRandom(seed);
  const next = () => (-Math.log(1 - random()) * QUESTION_MS) / share;
  const arrivals: Arrival[] = [];
  for (let atMs = next(); atMs < LENGTH_MS; atMs += next()) arrivals.push({ orgId, atMs });
  return arrivals;
}

/** What became of a simulated load. */
interface Outcome {
  /** The 99th percentile of the time until an organization's answers or refusals; 0 when there are none. */
  p99(name: string): number;
  /** When an organization was last refused; 0 when it was not. */
  lastRefusedMs(orgId: string): number;
}

/** What else the thread does. */
interface OtherWork {
  /** It stands still for this long after a second. */
  readonly pauseMs?: number;
  /** It takes twice as long for a question, for this long after a second. */
  readonly slowMs?: number;
  /** So many documents arrive at once in each second; it writes one of them in each turn, in `WRITE_MS`. */
  readonly writes?: number;
}

/** Simulates a load. */
async function simulate(
  shares: Readonly<Record<string, number>>,
  { pauseMs = 0, slowMs = 0, writes = 0 }: OtherWork = {},
): Promise<Outcome> {
  let now = 0;
  let pauseLeftMs = pauseMs;
  let written = 0;
  const lastRefused: Record<string, number> = {};
  let tasks: (() => void)[] = [];
  const admission = createAdmission({ nowMs: () => now, nextTurn: (task) => void tasks.push(task) });
  const times: Record<string, number[]> = {};
  const note = (outcome: string, { orgId, atMs }: Arrival) => {
    const name = `${orgId} ${outcome}`;
    times[name] ??= [];
    times[name].push(now - atMs);
  };
  const microtasks = async () => {
    for (let at = 0; at < 300; at += 1) await Promise.resolve();
  };
  const arrivals = Object.entries(shares).flatMap(arrivalsOf);
  arrivals.sort((left, right) => left.atMs - right.atMs);
  while (arrivals.length > 0 || tasks.length > 0) {
    const ended = tasks;
    tasks = [];
    for (const end of ended) end();
    await microtasks();
    if (tasks.length === 0) now = Math.max(now, arrivals[0]?.atMs ?? 0);
    now += POLL_MS;
    if (now > PAUSE_AT_MS) {
      now += pauseLeftMs;
      pauseLeftMs = 0;
    }
    if (written < writes * Math.ceil(now / 1000)) {
      written += 1;
      now += WRITE_MS;
    }
    const polledMs = now;
    while (arrivals[0] && arrivals[0].atMs <= polledMs) {
      const arrival = arrivals.shift() as Arrival;
      const refused = () => {
        now += REFUSAL_MS;
        note("refused", arrival);
        lastRefused[arrival.orgId] = now;
      };
      const work = async () => {
        const isSlow = now > PAUSE_AT_MS && now < PAUSE_AT_MS + slowMs;
        now += isSlow ? 2 * QUESTION_MS : QUESTION_MS;
      };
      try {
        admission.requireRoom(arrival.orgId);
        void admission.run(arrival.orgId, work).then(() => note("answered", arrival), refused);
      } catch {
        refused();
      }
      for (let at = 0; at < 12; at += 1) await Promise.resolve();
    }
  }
  return {
    p99: (name) => percentile(times[name] ?? [], 99),
    lastRefusedMs: (orgId) => lastRefused[orgId] ?? 0,
  };
}

test("a flood of three times what the thread can answer delays its own answers and another organization's little", async () => {
  const [half, flood] = [await simulate({ flood: 0.5 }), await simulate({ flood: 3, other: 0.1 })];
  expect([half.p99("flood refused"), flood.p99("other refused")]).toEqual([0, 0]);
  expect(flood.p99("flood answered")).toBeLessThan(3 * half.p99("flood answered"));
  expect(flood.p99("other answered")).toBeLessThan(12 * QUESTION_MS);
  expect(flood.p99("flood refused")).toBeLessThan(50);
}, 60_000);

test("after a pause of the process, half of what the thread can answer is refused for less than a second", async () => {
  const pauseMs = 300;
  const refusedMs = (await simulate({ one: 0.5 }, { pauseMs })).lastRefusedMs("one");
  expect(refusedMs).toBeGreaterThan(PAUSE_AT_MS + pauseMs);
  expect(refusedMs).toBeLessThan(PAUSE_AT_MS + pauseMs + 1000);
}, 60_000);

test("while documents are written for half of the time, a third of what the thread can answer is not refused", async () => {
  const outcome = await simulate({ one: 0.35 }, { writes: 40 });
  expect(outcome.p99("one refused")).toBe(0);
  expect(outcome.p99("one answered")).toBeLessThan(5 * WRITE_MS);
}, 60_000);

test("while the thread is slower for half a second, two thirds of what it can answer wait, and are not refused", async () => {
  const outcome = await simulate({ one: 0.67 }, { slowMs: 500 });
  expect(outcome.p99("one refused")).toBe(0);
  expect(outcome.p99("one answered")).toBeLessThan(300);
}, 60_000);
