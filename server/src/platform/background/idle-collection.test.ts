import { expect, test } from "bun:test";
import { until } from "../../../../test/support/until.ts";
import { startIdleCollection } from "./idle-collection.ts";

const INTERVAL_MS = 10;

/** Counts collections of a process that uses so much of a core. */
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

const NOTHING = 0.001;
const [LITTLE, MUCH] = [0.05, 0.5];

test("memory is collected once when a busy process comes to rest, and again the next time", async () => {
  const { seen, looked, stop } = watch();
  seen.share = NOTHING;
  await looked(3);
  expect(seen.collections).toBe(0);
  for (const times of [1, 2]) {
    seen.share = MUCH;
    await looked(3);
    expect(seen.collections).toBe(times - 1);
    seen.share = NOTHING;
    await looked(3);
    expect(seen.collections).toBe(times);
  }
  stop();
});

test("what was let go by a little work, as by a purge, is collected too", async () => {
  const { seen, looked, stop } = watch();
  seen.share = LITTLE;
  await looked(1);
  seen.share = NOTHING;
  await looked(3);
  expect(seen.collections).toBe(1);
  stop();
});
