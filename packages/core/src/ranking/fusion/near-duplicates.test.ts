import { expect, test } from "bun:test";
import { seededRandom } from "../../evaluation/seeded-random.ts";
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

test("two passages are near duplicates exactly when their shingles say so", () => {
  const random = seededRandom(12);
  const below = (limit: number) => Math.floor(random() * limit);
  const word = () => `w${String.fromCharCode(97 + below(26), 97 + below(26))}`;
  const seen = { same: 0, other: 0 };
  for (let round = 0; round < 400; round++) {
    const left = Array.from({ length: 3 + below(200) }, word);
    // Often repeated, so that the number of shingles says little about their set.
    if (below(3) === 0) left.push(...left, ...left);
    const right = left.map((one) => (below(40) === 0 ? word() : one));
    const shared = similarityOf(left, right);
    seen[shared >= 0.9 ? "same" : "other"] += 1;
    expect(same(left.join(" "), right.join(" "))).toBe(shared >= 0.9);
  }
  expect(Math.min(seen.same, seen.other)).toBeGreaterThan(40);
});

function similarityOf(left: readonly string[], right: readonly string[]): number {
  const [one, other] = [shinglesOf(left), shinglesOf(right)];
  const shared = [...one].filter((shingle) => other.has(shingle)).length;
  return shared / (one.size + other.size - shared);
}

function shinglesOf(words: readonly string[]): Set<string> {
  return new Set(words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`));
}
