import { expect, test } from "bun:test";
import { analyzeQuestion } from "./analyze-question.ts";

test("grams are grouped by word, with the words' terms", () => {
  const { gramWords } = analyzeQuestion("Herons nest well-hidden", "en");
  expect(gramWords.map(({ grams }) => grams[0])).toEqual(["_her", "_nes", "_wel", "_hid"]);
  expect(gramWords[0]?.terms).toEqual(["heron"]);
});

test("a run of a script without spaces has no terms of its own, also next to a word", () => {
  const { gramWords, grams } = analyzeQuestion("SQL数据库索引 heron", "zh");
  expect(gramWords.map(({ grams: own, terms }) => [own.length > 0, terms.length > 0])).toEqual([
    [true, true],
    [true, false],
    [true, true],
  ]);
  expect(new Set(gramWords.flatMap(({ grams: own }) => own))).toEqual(new Set(grams));
});
