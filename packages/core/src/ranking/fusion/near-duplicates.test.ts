import { expect, test } from "bun:test";
import { areNearDuplicates, fingerprintOf } from "./near-duplicates.ts";

const LONG = Array.from(
  { length: 100 },
  (_, at) => `word${String.fromCharCode(97 + (at % 26), 97 + at / 26)}`,
);
const same = (left: string, right: string) => areNearDuplicates(fingerprintOf(left), fingerprintOf(right));

test.each([
  ["the same text", "Keep the door shut.", "Keep the door shut.", true],
  ["other case, marks and white space", "Keep the door shut.", "KEEP the door —\n shut", true],
  ["one word of a hundred", LONG.join(" "), LONG.with(50, "other").join(" "), true],
  [
    "eight of a hundred words differ",
    LONG.join(" "),
    LONG.map((word, at) => (at % 12 ? word : "x")).join(" "),
    false,
  ],
  ["one number of a hundred words", [...LONG, "5"].join(" "), [...LONG, "6"].join(" "), false],
  ["a number more", LONG.join(" "), [...LONG, "6"].join(" "), false],
  ["half of it", LONG.join(" "), LONG.slice(50).join(" "), false],
  ["two words", "Door shut", "door, shut", true],
  ["one other word of two", "Door shut", "Door open", false],
  ["Japanese", "東京は日本の首都である。", "東京は日本の首都である", true],
  ["another Japanese sentence", "東京は日本の首都である。", "京都は日本の古都である。", false],
  ["marks alone", "***", "---", false],
  ["the same marks alone", "***", " *** ", true],
])("near duplicates: %s", (_, left, right, expected) => {
  expect(same(left, right)).toBe(expected);
  expect(same(right, left)).toBe(expected);
});
