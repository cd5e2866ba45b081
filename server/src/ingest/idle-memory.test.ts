import { expect, test } from "bun:test";
import { analyzeRuns, forgetAnalyses } from "@quarry/core/internal";
import { createIdleMemory } from "./idle-memory.ts";

test("frees memory once, when nothing was written for the given time", async () => {
  let freed = 0;
  const idle = createIdleMemory(async () => undefined, {
    idleMs: 60,
    collect: () => (freed += 1),
    quiet: async () => undefined,
  });
  for (let write = 0; write < 5; write += 1) {
    idle.used();
    await Bun.sleep(20);
  }
  expect(freed).toBe(0);
  await Bun.sleep(200);
  expect(freed).toBe(1);
  idle.used();
  idle.stop();
  await Bun.sleep(120);
  expect(freed).toBe(1);
});

test("saves with the time between the first and the last write", async () => {
  const times: number[] = [];
  const idle = createIdleMemory(async (writingMs) => void times.push(writingMs), {
    idleMs: 60,
    collect: () => undefined,
    quiet: async () => undefined,
  });
  for (let write = 0; write < 4; write += 1) {
    if (write > 0) await Bun.sleep(20);
    idle.used();
  }
  await Bun.sleep(150);
  expect(times).toHaveLength(1);
  expect(times[0]).toBeWithin(55, 150);
});

test("collects garbage only when the process has nothing else to do", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let freed = 0;
  const idle = createIdleMemory(async () => undefined, {
    idleMs: 1,
    collect: () => (freed += 1),
    quiet: () => promise,
  });
  idle.used();
  await Bun.sleep(50);
  expect(freed).toBe(0);
  resolve();
  await Bun.sleep(1);
  expect(freed).toBe(1);
});

test("texts have the same terms after their analyses were forgotten", () => {
  const text = "Herons' well-known fishing grounds, 1,200 of them: 東京の鷺";
  const before = analyzeRuns(text, "en");
  expect(analyzeRuns(text, "en")[0]).toBe(before[0]);
  forgetAnalyses();
  const after = analyzeRuns(text, "en");
  expect(after[0]).not.toBe(before[0]);
  expect(after.map(({ sequence, joined, grams }) => [sequence, joined, grams])).toEqual(
    before.map(({ sequence, joined, grams }) => [sequence, joined, grams]),
  );
});
