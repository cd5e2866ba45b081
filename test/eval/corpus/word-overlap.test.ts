import { expect, test } from "bun:test";
import { wordOverlap } from "./word-overlap.ts";

test("counts each word as often as it occurs", () => {
  expect(wordOverlap("a b b c", "b b b d")).toEqual({ recall: 0.5, precision: 0.5 });
  expect(wordOverlap("", "one")).toEqual({ recall: 0, precision: 0 });
  expect(wordOverlap("anything", " -- ")).toBeUndefined();
});

test("ignores case, layout hyphens and forms of letters", () => {
  expect(wordOverlap("Fishing GROUNDS ﬁne", "fish-\ning grounds fine")).toEqual({ recall: 1, precision: 1 });
});

test("counts scripts without spaces by character", () => {
  expect(wordOverlap("東京鷺", "東京 の鷺")).toEqual({ recall: 0.75, precision: 1 });
});

test("compares numbers with many decimals by their first digits", () => {
  expect(wordOverlap("4.4 0.8390764 1.25", "4.4000000000000004 0.839076 1.26")?.recall).toBeCloseTo(5 / 6);
});
