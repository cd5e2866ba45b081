import { expect, test } from "bun:test";
import { until } from "../../test/support/until.ts";
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

test("memory is collected once when a busy process comes to rest, and again the next time", async () => {
  const { seen, looked, stop } = watch();
  await looked(3);
  expect(seen.collections).toBe(0);
  for (const times of [1, 2]) {
    seen.share = 0.5;
    await looked(3);
    expect(seen.collections).toBe(times - 1);
    seen.share = 0.05;
    await looked(3);
    expect(seen.collections).toBe(times);
  }
  stop();
});
