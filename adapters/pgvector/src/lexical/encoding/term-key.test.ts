import { expect, test } from "bun:test";
import { highOf, lowOf } from "@quarry/core/internal";
import { gramKey, isWordKey, packedGramKey, wordKey } from "./term-key.ts";

test("a packed gram has the key of its string", () => {
  for (const gram of ["_cat", "cat_", "ünïß", "東京", "ก", "a", "_a_", "😀", "x😀y"])
    expect([gram, packedGramKey(lowOf(gram), highOf(gram))]).toEqual([gram, gramKey(gram)]);
});

test("keys of words are odd, and keys of grams are even", () => {
  for (const term of ["cat", "_cat", "", "東京"]) {
    expect(isWordKey(wordKey(term))).toBe(true);
    expect(isWordKey(gramKey(term))).toBe(false);
  }
});

test("keys of an index on disk stay what they are", () => {
  expect([wordKey("lighthouse"), gramKey("_lig")]).toEqual([8359705111130281, 799972277507194]);
});
