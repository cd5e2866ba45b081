import { expect, test } from "bun:test";
import { createNoteUse } from "./note-use.ts";

const MINUTE_MS = 60_000;

test("a use is written at most once a minute, and again when writing failed", async () => {
  let nowMs = 1_000_000;
  let isBroken = false;
  const written: [string, number][] = [];
  const noteUse = createNoteUse({ now: () => nowMs }, async ({ id }, at) => {
    written.push([id, at.getTime()]);
    if (isBroken) throw new Error("The database is away.");
  });
  const use = (id: string, lastUsedAt: number | null = null) =>
    noteUse({ id, lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt) });

  use("a");
  use("a");
  nowMs += MINUTE_MS - 1;
  use("a");
  use("b");
  // Another process has written it.
  use("c", nowMs - 1);
  nowMs += 1;
  isBroken = true;
  use("a");
  await Promise.resolve();
  use("a");
  const start = 1_000_000;
  expect(written).toEqual([
    ["a", start],
    ["b", start + MINUTE_MS - 1],
    ["a", start + MINUTE_MS],
    ["a", start + MINUTE_MS],
  ]);
});
