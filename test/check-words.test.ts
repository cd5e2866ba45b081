import { expect, test } from "bun:test";
import { findWords } from "../scripts/check-words.ts";

test("finds a forbidden word in comments, strings and prose", () => {
  expect(findWords('// Tells whoever asks.\nconst a = "nobody";')).toEqual([
    { line: 1, word: "whoever", instead: expect.any(String) },
    { line: 2, word: "nobody", instead: expect.any(String) },
  ]);
});

test("accepts plain text and identifiers", () => {
  expect(
    findWords("// Prevents an unhandled rejection; awaited below.\nconst isAnewed = 1; // ahead of course"),
  ).toEqual([]);
});
