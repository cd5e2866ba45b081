import { expect, test } from "bun:test";
import { parse, rowTexts } from "./parsing.fixture.ts";

test.each([
  [",", "a.csv"],
  [";", "a.csv"],
  ["|", "a.csv"],
  ["\t", "a.csv"],
  ["\t", "a.tsv"],
])("records apart by %j in %s are rows under a readable header", async (delimiter, filename) => {
  const rows = [
    ["id", "full name"],
    ["1", '"Ann\nLee"'],
    ["2", '"say ""hi"""'],
  ].map((row) => row.join(delimiter));
  const document = await parse(filename, `${rows.join("\r\n")}\n\n`);
  expect(document.blocks[0]?.header).toBe("id | full name");
  expect(rowTexts(document)).toEqual(rows);
});

test("malformed quotes lose nothing: after a quote that is never closed the lines are the rows", async () => {
  const rows = ["a,b", '5" pipe,x', '"x"y,z', '"never closed,1', "2,3"];
  const document = await parse("a.csv", rows.join("\n"));
  expect(rowTexts(document).join("\n")).toBe(rows.join("\n"));
  expect(rowTexts(document).length).toBeGreaterThanOrEqual(4);
});

test("rows follow each other without a gap but blank lines", async () => {
  const source = Array.from(
    { length: 500 },
    (_, index) => `${index},"a ""b"",\n${"x".repeat(index % 7)}"`,
  ).join("\n");
  const document = await parse("a.csv", `k,v\n${source}`);
  expect(document.text).toBe(`k,v\n${source}`);
  expect(rowTexts(document).join("\n")).toBe(document.text);
  expect(rowTexts(document)).toHaveLength(501);
});

test.each(['"', '"a\n', '"a"b', '"a" "b"\n', ",", "a\n"])(
  "4 MB of %j are read in linear time",
  async (pattern) => {
    const started = performance.now();
    await parse("a.csv", `id,name\n${pattern.repeat(4_000_000 / pattern.length)}`);
    expect(performance.now() - started).toBeLessThan(10_000);
  },
  30_000,
);
