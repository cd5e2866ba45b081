import { expect, test } from "bun:test";
import { createFillingReport } from "./filling-report.ts";

function start() {
  let now = 0;
  const lines: string[] = [];
  const report = createFillingReport("lexical", { info: (line) => lines.push(line) }, () => now);
  const pass = (ms: number) => {
    now += ms;
  };
  return { report, lines, pass };
}

test("a filling of more than two seconds is reported, then every ten seconds and at its end", () => {
  const { report, lines, pass } = start();
  for (let at = 0; at < 150; at += 1) {
    pass(100);
    report.add(50);
  }
  report.end();
  expect(lines).toEqual([
    "The lexical index is filled from the database: 1000 entries so far.",
    "The lexical index is filled from the database: 6000 entries so far.",
    "The lexical index is filled: 7500 entries in 15.0 s.",
  ]);
});

test("a short filling is not", () => {
  const { report, lines, pass } = start();
  pass(1900);
  report.add(50);
  report.end();
  expect(lines).toEqual([]);
});
