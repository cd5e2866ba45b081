import { expect, test } from "bun:test";
import { createYieldToEventLoop } from "./event-loop.ts";

test("does not yield within a time slice", async () => {
  const yieldToEventLoop = createYieldToEventLoop(60_000);
  let hasTimerRun = false;
  const timer = setTimeout(() => {
    hasTimerRun = true;
  }, 0);
  for (let count = 0; count < 1000; count++) await yieldToEventLoop();
  expect(hasTimerRun).toBe(false);
  clearTimeout(timer);
});

test("runs waiting timers after each time slice", async () => {
  const yieldToEventLoop = createYieldToEventLoop(1);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  for (const end = performance.now() + 50; performance.now() < end; ) await yieldToEventLoop();
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});
