import { percentile } from "@quarry/core/internal";
import { type Credentials, send } from "../matrix/answer.ts";
import { withKey } from "../matrix/callers.ts";
import { callOf, ROWS } from "../matrix/calls.ts";
import type { Row } from "../matrix/row.ts";
import { missingTarget, newTarget } from "../matrix/targets.ts";
import { addTenant } from "../server/other-tenant.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { seededRandom } from "../support/seeded-random.ts";

const OPERATIONS = [
  ...["getSpace", "getDocument", "getDocumentOfSpace", "getFile", "updateSpace", "query"],
  ...["getEvaluationRun", "deleteWebhook", "deleteApiKey", "get_document"],
];
const WARM_UP = 50;
const SHUFFLES = 2000;

/**
 * Tests for a timing side channel: whether response times distinguish an id of another organization from one that does
 * not exist. Requests both alternately, in one process, with another organization's key. test/matrix verifies that the
 * responses are equal.
 */
export async function benchForeign(calls: number): Promise<void> {
  console.log(
    `${calls} alternating calls each; medians in ms, and their difference with its 95% bootstrap interval.`,
  );
  console.log(`p: share of ${SHUFFLES} random permutations with at least this difference.\n`);
  const app = await startApp({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" } });
  try {
    const foreign = await newTarget(app.quarry);
    const stranger = withKey((await addTenant(app.deps, "Stranger", "enterprise")).key);
    console.log("operation            foreign  missing   difference                        p");
    for (const row of ROWS.filter(({ name }) => OPERATIONS.includes(name))) {
      const times = await time(app, row, foreign, stranger, calls);
      console.log(line(row.name, times));
    }
  } finally {
    await app.stop();
  }
}

interface Times {
  readonly foreign: readonly number[];
  readonly missing: readonly number[];
}

async function time(
  app: InProcessApp,
  row: Row,
  target: Awaited<ReturnType<typeof newTarget>>,
  stranger: Credentials,
  calls: number,
): Promise<Times> {
  const random = seededRandom(1);
  const times: { foreign: number[]; missing: number[] } = { foreign: [], missing: [] };
  for (let round = -WARM_UP; round < calls; round += 1) {
    const pair = [
      { into: times.foreign, ids: target },
      { into: times.missing, ids: missingTarget(app.deps) },
    ];
    // Randomizes the order, because the second call may profit from warm caches.
    if (random() < 0.5) pair.reverse();
    for (const { into, ids } of pair) {
      const request = callOf(row).request(ids);
      const start = performance.now();
      const { status } = await send(app, request, stranger);
      const ms = performance.now() - start;
      if (status !== 404) throw new Error(`${row.name} returned status ${status}`);
      if (round >= 0) into.push(ms);
    }
  }
  return times;
}

function line(name: string, { foreign, missing }: Times): string {
  const random = seededRandom(2);
  const difference = median(foreign) - median(missing);
  const resamples = Array.from(
    { length: SHUFFLES },
    () => median(resampled(foreign, random)) - median(resampled(missing, random)),
  );
  const all = [...foreign, ...missing];
  let asLarge = 1;
  for (let shuffle = 0; shuffle < SHUFFLES; shuffle += 1) {
    const mixed = shuffled(all, random);
    const chance = median(mixed.slice(0, foreign.length)) - median(mixed.slice(foreign.length));
    if (Math.abs(chance) >= Math.abs(difference)) asLarge += 1;
  }
  const interval = `${signed(percentile(resamples, 2.5))} to ${signed(percentile(resamples, 97.5))}`;
  const medians = [foreign, missing].map((times) => median(times).toFixed(3).padStart(8)).join(" ");
  const p = (asLarge / (SHUFFLES + 1)).toFixed(3);
  return `${name.padEnd(19)} ${medians}   ${signed(difference)} (${interval})   ${p}`;
}

const median = (values: readonly number[]): number => percentile(values, 50);
const signed = (ms: number): string => `${ms < 0 ? "" : "+"}${ms.toFixed(3)}`;

function resampled(values: readonly number[], random: () => number): number[] {
  return values.map(() => values[Math.floor(random() * values.length)] ?? 0);
}

function shuffled(values: readonly number[], random: () => number): number[] {
  const mixed = [...values];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] ?? 0, mixed[last] ?? 0];
  }
  return mixed;
}
