import { expect, test } from "bun:test";
import { seededRandom } from "../../chunking/random-document.fixture.ts";
import { fuzzyWords, fuzzyWordsAmong, wordsOneEditApart } from "./fuzzy-words.ts";
import { createWordFilter } from "./word-filter.ts";

const vocabulary = new Map([
  ["garden", 5],
  ["gardens", 9],
  ["warden", 90],
  ["harden", 3],
  ["книга", 2],
]);
const find = (word: string) => fuzzyWords(word, (term) => vocabulary.get(term) ?? 0).map(({ term }) => term);

test.each([
  ["a letter less", "gaden", ["garden"]],
  ["a letter more", "garrden", ["garden"]],
  ["another letter", "garten", ["garden"]],
  ["two letters swapped", "gadren", ["garden"]],
  ["the last letter missing", "garde", ["garden"]],
  ["another script", "кника", ["книга"]],
  ["a plural with two letters swapped", "gadrens", ["gardens"]],
  ["too far", "grdn", []],
  ["too short", "gar", []],
  ["digits", "garden1", []],
  ["no alphabet", "東京東京", []],
  ["nothing", "", []],
])("%s", (_name, word, expected) => {
  expect(find(word)).toEqual(expected);
});

test("prefers the same first letter to a higher df, and returns at most three", () => {
  expect(fuzzyWords("karden", (term) => vocabulary.get(term) ?? 0)).toEqual([
    { term: "warden", weight: 0.6 },
    { term: "garden", weight: 0.3 },
    { term: "harden", weight: 0.3 },
  ]);
  expect(find("gardenz").slice(0, 2)).toEqual(["gardens", "garden"]);
});

test("scanning a small vocabulary gives the same result", () => {
  const random = seededRandom(5);
  const word = (letters: string) =>
    Array.from({ length: 3 + Math.floor(random() * 4) }, () =>
      letters.charAt(Math.floor(random() * letters.length)),
    ).join("");
  for (let round = 0; round < 3000; round += 1) {
    const letters = ["abc", "abé", "ab1", "кни"][round % 4] ?? "";
    const vocabulary = new Set(Array.from({ length: 12 }, () => word(letters)));
    const asked = word(letters);
    const expected = fuzzyWords(asked, (term) => (vocabulary.has(term) ? 1 : 0));
    expect(fuzzyWordsAmong(asked, vocabulary)).toEqual(expected);
  }
});

test("the filter of a vocabulary finds every word one edit apart, and nothing further apart", () => {
  const random = seededRandom(6);
  const word = (letters: string) =>
    Array.from({ length: 3 + Math.floor(random() * 5) }, () =>
      letters.charAt(Math.floor(random() * letters.length)),
    ).join("");
  for (const letters of ["abc", "abé", "ab1", "кни"]) {
    const words = new Set<string>();
    const filter = createWordFilter(() => words);
    for (let round = 0; round < 400; round += 1) {
      const added = word(letters);
      if (!words.has(added)) {
        words.add(added);
        filter.add(added);
      }
      const asked = word(letters);
      const near = filter.near(asked);
      const possible = new Set(wordsOneEditApart(asked));
      expect(near.every((term) => possible.has(term))).toBe(true);
      expect(new Set(near.filter((term) => words.has(term)))).toEqual(
        new Set([...possible].filter((term) => words.has(term))),
      );
    }
  }
});
