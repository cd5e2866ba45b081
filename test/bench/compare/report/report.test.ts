import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Run } from "../results/result.ts";
import { createRecorder, readResults } from "../results/result-file.ts";
import { axisOf } from "./plot-frame.ts";
import { topOf } from "./profile.ts";
import { writeReport } from "./write-report.ts";

const RUN: Run = {
  ...{
    run: "r",
    date: "2026-01-01T00:00:00.000Z",
    machine: "2 x A",
    versions: { Bun: "1" },
    revision: "abc",
  },
  command: "bun run bench compare",
};

test("a report has the verdicts of the recorded results; a later result replaces an earlier one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "quarry-report-"));
  const file = join(folder, "results.jsonl");
  const place = { part: "query", size: 50_000 };
  const add = async (rate: number) => {
    const recorder = createRecorder(file, RUN);
    const rooms = { words: 0.2 };
    const blocks = { perSecond: [rate], p50: [1] };
    await recorder.add({ ...place, line: "hybrid, 1 connection", side: "quarry", blocks, rooms });
    await recorder.add({
      ...place,
      line: "vector, 1 connection",
      side: "chroma",
      blocks: { perSecond: [100] },
    });
  };
  try {
    await add(100);
    await add(600);
    await writeReport(join(folder, "speed.md"), await readResults(file), { main: 50_000 });
    const page = await Bun.file(join(folder, "speed.md")).text();
    expect(page).toContain("1 of 1 measured lines reach their target");
    expect(page).toContain("| hybrid, 1 connection | 0.48 | 6.00 x | at least 5.00 x | reached |");
    expect(page).toContain("| words | 0.2 | 0.200 |");
    expect(page).toContain("](speed/throughput.svg)");
    expect(await Bun.file(join(folder, "speed/throughput.svg")).text()).toContain(
      "Quarry hybrid, 1 connection: 600",
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("an axis ends at a round number at or above the largest value", () => {
  expect(axisOf(430)).toEqual({ end: 500, ticks: [0, 100, 200, 300, 400, 500] });
  expect(axisOf(0).end).toBe(1);
});

test("a profile's top has the functions of the load alone, without the machine's paths", () => {
  const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 4 });
  const root = join(import.meta.dir, "../../../..");
  const profile = {
    nodes: [
      { id: 1, callFrame: frame("start", `file://${root}/server/src/main.ts`) },
      { id: 2, callFrame: frame("search", `file://${root}/server/src/a.ts`) },
      { id: 3, callFrame: frame("", `file://${root}/node_modules/.bun/x@1/node_modules/x/b.js`) },
      { id: 4, callFrame: frame("(idle)", "") },
    ],
    startTime: 1_000_000,
    samples: [1, 2, 2, 3, 4],
    timeDeltas: [500_000, 500_000, 100_000, 200_000, 300_000],
  };
  const top = topOf(profile, { name: "n", questions: 100, from: 1600, to: 5000 });
  expect(top.functions).toEqual([
    { place: "search server/src/a.ts:5", share: 0.75, micros: 6000 },
    { place: "(anonymous) x/b.js:5", share: 0.25, micros: 2000 },
  ]);
});

test("a pause in which the runtime takes no samples counts for no function", () => {
  const frame = (functionName: string) => ({ functionName, url: "", lineNumber: 0 });
  const profile = {
    nodes: [
      { id: 1, callFrame: frame("search") },
      { id: 2, callFrame: frame("poll") },
    ],
    startTime: 0,
    samples: [1, 1, 1, 2, 1],
    timeDeltas: [1000, 1000, 1000, 900_000, 1000],
  };
  const { functions } = topOf(profile, { name: "n", questions: 1, from: 0, to: 5000 });
  expect(functions).toEqual([
    { place: "search", share: 4 / 6, micros: 4000 },
    { place: "poll", share: 2 / 6, micros: 2000 },
  ]);
});
