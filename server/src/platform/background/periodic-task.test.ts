import { expect, test } from "bun:test";
import { quietLog } from "../../../../test/support/quiet-log.ts";
import { until } from "../../../../test/support/until.ts";
import { createPeriodicTask, type PeriodicWork } from "./periodic-task.ts";

/** Creates tasks that compete for the locks of one database, which is a set of names here. */
function setUp() {
  const taken = new Set<string>();
  const logged: string[] = [];
  const claim = async (name: string) => {
    if (taken.has(name)) return undefined;
    taken.add(name);
    return { share: async () => undefined, release: async () => void taken.delete(name) };
  };
  const log = { ...quietLog, error: (message: string) => void logged.push(message) };
  const create = (work: PeriodicWork["work"], intervalMs = 3_600_000) =>
    createPeriodicTask({ log, claim }, { name: "sweep", intervalMs, firstMs: 1, work });
  return { create, logged, taken };
}

test("runs shortly after the start, however long the interval is", async () => {
  const { create } = setUp();
  let runs = 0;
  const task = create(async () => {
    runs += 1;
  });
  task.start();
  await until("the first run", async () => runs === 1 || undefined);
  await task.stop();
});

test("runs again after every interval, and logs a run that fails", async () => {
  const { create, logged } = setUp();
  let runs = 0;
  const task = create(async () => {
    runs += 1;
    throw new Error("no luck");
  }, 1);
  task.start();
  await until("three runs", async () => runs >= 3 || undefined);
  await task.stop();
  expect(logged.slice(0, 2)).toEqual(Array(2).fill('The background task "sweep" failed'));
});

test("skips a run while another process does the work", async () => {
  const { create, taken } = setUp();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const runs: string[] = [];
  const first = create(async () => {
    runs.push("first");
    await released;
  });
  first.start();
  await until("the first process", async () => taken.size === 1 || undefined);
  const second = create(async () => void runs.push("second"));
  second.start();
  await Bun.sleep(20);
  expect(runs).toEqual(["first"]);
  release();
  await Promise.all([first.stop(), second.stop()]);
  expect(taken.size).toBe(0);
});

test("stop() aborts the signal and waits for the current run", async () => {
  const { create } = setUp();
  const steps: string[] = [];
  const task = create(async (signal) => {
    steps.push("started");
    while (!signal.aborted) await Bun.sleep(1);
    steps.push("ended");
  });
  task.start();
  await until("the run", async () => steps.length > 0 || undefined);
  await task.stop();
  expect(steps).toEqual(["started", "ended"]);
});
