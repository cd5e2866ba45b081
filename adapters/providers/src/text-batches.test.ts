import { expect, test } from "bun:test";
import { batchTexts, cutToTokens, estimateTokens } from "./text-batches.ts";

test("estimates tokens by script", () => {
  expect(estimateTokens("")).toBe(0);
  expect(estimateTokens("abcdef")).toBe(2);
  expect(estimateTokens("漢字")).toBe(3);
});

test("truncates text to the limit without splitting a surrogate pair", () => {
  expect(cutToTokens("abcdef", 1)).toBe("abc");
  expect(cutToTokens("ab", 1)).toBe("ab");
  for (let limit = 0; limit < 12; limit++) {
    const cut = cutToTokens("a😀b😀c", limit);
    expect(cut.isWellFormed()).toBe(true);
    expect(estimateTokens(cut)).toBeLessThanOrEqual(limit);
  }
});

test("batches texts in order within both limits", () => {
  const texts = ["aaaaaa", "bbb", "c".repeat(30), "ddd", "eee", "fff"];
  expect(batchTexts(texts, { maxTexts: 2, maxTokens: 4 })).toEqual([
    ["aaaaaa", "bbb"],
    ["c".repeat(30)],
    ["ddd", "eee"],
    ["fff"],
  ]);
  expect(batchTexts([], { maxTexts: 2, maxTokens: 4 })).toEqual([]);
});
