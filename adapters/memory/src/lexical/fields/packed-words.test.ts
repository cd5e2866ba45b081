import { expect, test } from "bun:test";
import { createWordTable, type PackedWords } from "./packed-words.ts";
import { createVocabulary } from "./vocabulary.ts";

function pack(words: readonly string[]): PackedWords {
  let end = 0;
  const ends = Uint32Array.from(words, ({ length }) => {
    end += length;
    return end;
  });
  const characters = Uint16Array.from(words.join("").split(""), (character) => character.charCodeAt(0));
  return { characters, ends };
}

const WORDS = ["a", "ab", "", "b", "東京", "\ud800", "𐌰𐌱", "x".repeat(9000), "", "ba", "Häuser"];

test("finds exactly the packed words", () => {
  const table = createWordTable(pack(WORDS));
  expect(table.count).toBe(WORDS.length);
  for (const [id, word] of WORDS.entries()) {
    expect(table.at(id)).toBe(word);
    expect(table.find(word)).toBe(word === "" ? -1 : id);
    expect(table.isFree(id)).toBe(word === "");
  }
  for (const other of ["", "c", "aba", "京東", "x".repeat(8999), "\udc00"])
    expect(table.find(other)).toBe(-1);
  const many = Array.from({ length: 20_000 }, (_, at) => `w${at * 7}`);
  const large = createWordTable(pack(many));
  expect(many.every((word, id) => large.find(word) === id)).toBe(true);
  expect(many.some((word) => large.find(`${word}x`) >= 0)).toBe(false);
  expect(createWordTable(pack([])).find("a")).toBe(-1);
});

test("a vocabulary from packed words reuses free numbers, reports all words, and frees packed ones", () => {
  const vocabulary = createVocabulary(pack(WORDS));
  expect([vocabulary.intern("ab"), vocabulary.limit()]).toEqual([1, WORDS.length]);
  const added = ["new", "newer", "newest"].map((word) => vocabulary.intern(word));
  expect(added.toSorted((a, b) => a - b)).toEqual([2, 8, WORDS.length]);
  expect(vocabulary.find("newest")).toBe(added[2] as number);
  const known = new Set(Object.values(vocabulary.terms()));
  expect(known).toEqual(new Set([...WORDS.filter(Boolean), "new", "newer", "newest"]));
  const watched = new Set<string>();
  vocabulary.watch({ added: (word) => watched.add(word), removed: (word) => watched.delete(word) });
  expect(watched).toEqual(known);
  expect([vocabulary.near("Häusern").includes("Häuser"), vocabulary.near("newr").includes("new")]).toEqual([
    true,
    true,
  ]);
  vocabulary.free((id) => id === 1 || id === 3);
  expect(["a", "ab", "b", "new"].map((word) => vocabulary.find(word) >= 0)).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect([vocabulary.intern("c"), vocabulary.intern("d")].toSorted((a, b) => a - b)).toEqual([1, 3]);
  expect(watched).toEqual(new Set(Object.values(vocabulary.terms())));
});
