import { expect, test } from "bun:test";
import { createStrayErrors } from "./stray-errors.ts";

test("logs one error in ten seconds, and how many there were since the last one", () => {
  const lines: string[] = [];
  let nowMs = 0;
  const receive = createStrayErrors({ error: (line) => lines.push(line) }, () => nowMs);
  for (nowMs = 0; nowMs < 10_000; nowMs += 2500) receive(new Error("x"));
  expect(lines).toEqual(["uncaught error outside of any call; the service goes on"]);
  receive(undefined);
  expect(lines.slice(1)).toEqual([
    "uncaught error outside of any call; the service goes on; 3 more since the last one",
  ]);
});
