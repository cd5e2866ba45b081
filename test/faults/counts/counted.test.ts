import { expect, test } from "bun:test";
import { type CountedRun, countOf, countsTable, mostMissing, parseRuns } from "./counted.ts";
import { FAULTS, type Fault } from "./fault-table.ts";

const KILL: Fault = { name: "kills", file: "faults/kill.test.ts", env: {}, perRun: 5, asked: 10 };
const CUT: Fault = { name: "cuts", file: "faults/cut.test.ts", env: {}, perRun: 2, asked: 4 };

function run(fault: Fault, changes: Partial<CountedRun> = {}): CountedRun {
  const common = { seconds: 1, seed: 1, revision: "abc", date: "2026-11-26T00:00:00.000Z" };
  return { fault: fault.name, count: fault.perRun, passed: true, ...common, ...changes };
}

test("only runs that passed count", () => {
  const runs = [run(KILL), run(KILL, { passed: false }), run(CUT)];
  expect(countOf(KILL, runs)).toBe(5);
  expect(countsTable([KILL], runs)).toContain("| kills | 10 | 5 | 1 | `test/faults/kill.test.ts` |");
});

test("the fault that is furthest from its number comes next, and none when all have reached it", () => {
  expect(mostMissing([KILL, CUT], [])).toBe(KILL);
  expect(mostMissing([KILL, CUT], [run(KILL)])).toBe(CUT);
  expect(mostMissing([KILL, CUT], [run(KILL), run(CUT), run(CUT)])).toBe(KILL);
  expect(mostMissing([KILL, CUT], [run(KILL), run(KILL), run(CUT), run(CUT)])).toBeUndefined();
});

test("runs are read from lines", () => {
  expect(parseRuns(`${JSON.stringify(run(KILL))}\n\n${JSON.stringify(run(CUT))}\n`)).toEqual([
    run(KILL),
    run(CUT),
  ]);
});

test("each fault has a test, and the kills and power cuts add up to what was asked", async () => {
  for (const { file } of FAULTS)
    expect({ file, exists: await Bun.file(`${import.meta.dir}/../../${file}`).exists() }).toEqual({
      file,
      exists: true,
    });
  const askedOf = (start: string) =>
    FAULTS.filter(({ name }) => name.startsWith(start)).reduce((sum, { asked }) => sum + asked, 0);
  expect(askedOf("kills: ")).toBe(1000);
  expect(askedOf("power cuts: ")).toBe(200);
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
});
