import { expect, test } from "bun:test";
import { parse, rowTexts } from "../parsing.fixture.ts";

test.each([
  [",", "a.csv"],
  [";", "a.csv"],
  ["|", "a.csv"],
  ["\t", "a.csv"],
  ["\t", "a.tsv"],
])("reads records delimited by %j in %s as rows with a header", async (delimiter, filename) => {
  const rows = [
    ["id", "full name"],
    ["1", '"Ann\nLee"'],
    ["2", '"say ""hi"""'],
  ].map((row) => row.join(delimiter));
  const document = await parse(filename, `${rows.join("\r\n")}\n\n`);
  expect(document.blocks[0]?.header).toBe("id | full name");
  expect(rowTexts(document)).toEqual(rows);
});

test("loses no text to malformed quotes: after an unclosed quote every line is a row", async () => {
  const rows = ["a,b", '5" pipe,x', '"x"y,z', '"never closed,1', "2,3"];
  const document = await parse("a.csv", rows.join("\n"));
  expect(rowTexts(document).join("\n")).toBe(rows.join("\n"));
  expect(rowTexts(document).length).toBeGreaterThanOrEqual(4);
});

test("leaves no gaps between rows except blank lines", async () => {
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
  "parses 4 MB of %j in linear time",
  async (pattern) => {
    const before = process.cpuUsage();
    await parse("a.csv", `id,name\n${pattern.repeat(4_000_000 / pattern.length)}`);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(15_000);
  },
  120_000,
);
