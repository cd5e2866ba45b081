import { expect, test } from "bun:test";
import { createSnapshots } from "./snapshots.ts";

const nothing = () => undefined;
const LOG = { announce: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

function countedIndex(saveMs: number) {
  let saves = 0;
  return {
    saves: () => saves,
    load: async () => undefined,
    async save() {
      await Bun.sleep(saveMs);
      saves += 1;
    },
  };
}

test("saves at once after the start, and at the end", async () => {
  const index = countedIndex(1);
  const snapshots = createSnapshots([index], LOG);
  // The index may be half filled.
  await snapshots.saveNow();
  expect(index.saves()).toBe(0);
  snapshots.start();
  await snapshots.saveNow();
  expect(index.saves()).toBe(1);
  await snapshots.stop();
  expect(index.saves()).toBe(2);
  await snapshots.saveNow();
  expect(index.saves()).toBe(2);
});

test("saving at once takes at most a twentieth of the time", async () => {
  const index = countedIndex(20);
  const snapshots = createSnapshots([index], LOG);
  snapshots.start();
  const start = performance.now();
  await snapshots.saveNow();
  const saveMs = performance.now() - start;
  for (let call = 0; call < 4; call += 1) await snapshots.saveNow();
  expect(index.saves()).toBe(1);
  await Bun.sleep(25 * saveMs);
  await snapshots.saveNow();
  expect(index.saves()).toBe(2);
  await snapshots.stop();
});

test("saves when writing has stopped, if that takes no longer than four times the writing", async () => {
  const index = countedIndex(20);
  const snapshots = createSnapshots([index], LOG);
  snapshots.start();
  await snapshots.saveNow();
  await snapshots.saveNow(1);
  expect(index.saves()).toBe(1);
  await snapshots.saveNow(1000);
  expect(index.saves()).toBe(2);
  await snapshots.saveNow(1);
  expect(index.saves()).toBe(2);
  await snapshots.stop();
});

test("short writings add up", async () => {
  const index = countedIndex(20);
  const snapshots = createSnapshots([index], LOG);
  snapshots.start();
  await snapshots.saveNow();
  for (let stretch = 0; stretch < 40; stretch += 1) await snapshots.saveNow(2);
  // 80 ms of writing for saves of at least 20 ms each.
  expect(index.saves()).toBeWithin(5, 18);
  await snapshots.stop();
});

test("saves at once what a start took long to fill", async () => {
  const index = countedIndex(5);
  const snapshots = createSnapshots([index], LOG);
  snapshots.start(20_000);
  expect(snapshots.isSaving()).toBe(true);
  await Bun.sleep(50);
  expect(index.saves()).toBe(1);
  expect(snapshots.isSaving()).toBe(false);
  await snapshots.stop();
});
