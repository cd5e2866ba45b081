import { afterAll, beforeAll, expect, test } from "bun:test";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { brokenFile, fuzzSamples } from "./broken-files.ts";
import { fuzzParsers } from "./fuzz-parsers.ts";

/** `bun run fuzz parsers` tries 2,000 files of each kind. */
const FILES_PER_KIND = 12;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
}, 90_000);
afterAll(() => server.stop());

test("broken files of each kind are read, or refused with a cause, within the limits", async () => {
  const results = await fuzzParsers({
    server,
    filesPerKind: FILES_PER_KIND,
    seed: 7,
    kinds: [],
    concurrency: 2,
  });
  expect(results.flatMap(({ faults }) => faults)).toEqual([]);
  const total = (field: "files" | "read" | "refused") =>
    results.reduce((sum, result) => sum + result[field], 0);
  expect(results.length).toBeGreaterThan(10);
  // A mutation that breaks nothing, or everything, finds nothing.
  expect(total("read")).toBeGreaterThan(total("files") / 10);
  expect(total("refused")).toBeGreaterThan(total("files") / 10);
}, 120_000);

test("a name stands for the same bytes each time", async () => {
  const [first, second] = [await fuzzSamples(), await fuzzSamples()].map((samples) =>
    [...samples].map(([kind, own]) => brokenFile(own, kind, 3, 5)),
  );
  expect(first).toEqual(second as typeof first);
});
