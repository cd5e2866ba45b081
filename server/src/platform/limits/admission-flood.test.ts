import { expect, test } from "bun:test";
import { percentile } from "@quarry/core/internal";
import { seededRandom } from "../../../../test/support/seeded-random.ts";
import { createAdmission } from "./admission.ts";

// A thread that answers a question in .55 ms and refuses one in .1, on a clock of its own: what becomes of questions at random moments.

const QUESTION_MS = 0.55;
const REFUSAL_MS = 0.1;
const POLL_MS = 0.02;
const LENGTH_MS = 5000;

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

/** Returns the 99th percentile of the time until an organization's answers or refusals; 0 when there are none. */
async function simulate(shares: Readonly<Record<string, number>>) {
  let now = 0;
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
    const polledMs = now;
    while (arrivals[0] && arrivals[0].atMs <= polledMs) {
      const arrival = arrivals.shift() as Arrival;
      const refused = () => {
        now += REFUSAL_MS;
        note("refused", arrival);
      };
      const work = async () => {
        now += QUESTION_MS;
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
  return (name: string) => percentile(times[name] ?? [], 99);
}

test("a flood of three times what the thread can answer delays its own answers and another organization's little", async () => {
  const [half, flood] = [await simulate({ flood: 0.5 }), await simulate({ flood: 3, other: 0.1 })];
  expect([half("flood refused"), flood("other refused")]).toEqual([0, 0]);
  expect(flood("flood answered")).toBeLessThan(3 * half("flood answered"));
  expect(flood("other answered")).toBeLessThan(12 * QUESTION_MS);
  expect(flood("flood refused")).toBeLessThan(50);
}, 60_000);
