import { expect, test } from "bun:test";
import { until } from "../../../../test/support/until.ts";
import { startIdleCollection } from "./idle-collection.ts";

const INTERVAL_MS = 10;

/** Counts the collections of a process that uses `share` of a core. */
function watch() {
  const seen = { share: 0, looks: 0, collections: 0 };
  let cpuMs = 0;
  const { stop } = startIdleCollection(
    () => {
      seen.collections += 1;
    },
    () => {
      seen.looks += 1;
      cpuMs += seen.share * INTERVAL_MS;
      return cpuMs;
    },
    INTERVAL_MS,
  );
  const looked = async (times: number) => {
    const from = seen.looks;
    await until("some looks", async () => seen.looks - from >= times || undefined);
  };
  return { seen, looked, stop };
}

const IDLE = 0.001;
const [PURGING, BUSY] = [0.05, 0.5];

test("collects once when a busy process becomes idle, and again the next time", async () => {
  const { seen, looked, stop } = watch();
  seen.share = IDLE;
  await looked(3);
  expect(seen.collections).toBe(0);
  for (const times of [1, 2]) {
    seen.share = BUSY;
    await looked(3);
    expect(seen.collections).toBe(times - 1);
    seen.share = IDLE;
    await looked(3);
    expect(seen.collections).toBe(times);
  }
  stop();
});

test("collects after little work too, such as a purge", async () => {
  const { seen, looked, stop } = watch();
  seen.share = PURGING;
  await looked(1);
  seen.share = IDLE;
  await looked(3);
  expect(seen.collections).toBe(1);
  stop();
});
