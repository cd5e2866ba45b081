import { expect, test } from "bun:test";
import { recognizedBlocks } from "./recognized-blocks.ts";

const PLACE = { page: 2 };

test("headings, tables, lists and paragraphs are recognized", () => {
  const list = "- thirty days\n  a year\n- more";
  const table = "name | days\nAda | 30";
  const text = ["Intro\nof it.", "Leave", list, table, "End | of it."].join("\n\n");
  const start = text.indexOf("Leave");
  const entry = { title: "Leave", level: 2, start, end: text.length, firstChunk: 0, lastChunk: 0 };
  const blocks = recognizedBlocks(text, [{ ...entry, place: PLACE }]);
  expect(blocks.map((block) => [block.kind, text.slice(block.start, block.end)])).toEqual([
    ["paragraph", "Intro\nof it."],
    ["heading", "Leave"],
    ["list", list],
    ["table", table],
    ["paragraph", "End | of it."],
  ]);
  expect(blocks[1]).toMatchObject({ level: 2, title: "Leave", page: 2 });
  expect(blocks[3]?.rows?.map((row) => text.slice(row.start, row.end))).toEqual(["name | days", "Ada | 30"]);
});

test("a text without anything has no blocks", () => {
  expect([recognizedBlocks("", []), recognizedBlocks("\n \n", [])]).toEqual([[], []]);
});
