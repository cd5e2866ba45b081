import { describe, expect, test } from "bun:test";
import { analyze, type Language, locateTerms } from "@quarry/core/internal";
import fc from "fast-check";
import { anyText } from "./any-text.ts";

const LANGUAGES: readonly Language[] = ["en", "de", "fr", "ru", "tr", "ar", "he", "zh", "th", "vi", "und"];
const language = fc.constantFrom(...LANGUAGES);
const RUNS = { numRuns: 3000 };
const SOUTHEAST_ASIAN = /^(?=[\p{L}\p{M}])[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const UNSPACED =
  /^(?=[\p{L}\p{M}\p{Nl}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

describe("in any text", () => {
  test("locateTerms finds the words of analyze in the same order", () =>
    fc.assert(
      fc.property(anyText(), language, (text, language) => {
        const { words, joined } = locateTerms(text, language);
        const analysis = analyze(text, language);
        expect(words.map(({ term }) => term)).toEqual([...analysis.sequence]);
        expect(joined.map(({ term }) => term)).toEqual(
          analysis.joined.filter((term) => !UNSPACED.test(term)),
        );
      }),
      RUNS,
    ));

  test("analyzing a located piece gives its term", () =>
    fc.assert(
      fc.property(anyText(), language, (text, language) => {
        const { words, joined } = locateTerms(text, language);
        for (const { term, start, end } of [...words, ...joined]) {
          const piece = text.slice(start, end);
          // A character such as ㍳ expands to several, and a word may contain only some of them.
          if ([...piece].some((character) => [...character.normalize("NFKC")].length > 1)) continue;
          // The dictionary segments a word differently without its surroundings.
          if (SOUTHEAST_ASIAN.test(term)) expect(piece.normalize("NFKC")).toContain(term);
          else {
            const again = analyze(piece, language);
            expect([...again.sequence, ...again.joined]).toContain(term);
          }
        }
      }),
      RUNS,
    ));

  test("words are in reading order and within the text", () =>
    fc.assert(
      fc.property(anyText(), language, (text, language) => {
        let before = { start: 0, end: 0 };
        for (const word of locateTerms(text, language).words) {
          expect(word.start).toBeLessThan(word.end);
          expect(word.start).toBeGreaterThanOrEqual(before.start);
          expect(word.end).toBeGreaterThanOrEqual(before.end);
          before = word;
        }
        expect(before.end).toBeLessThanOrEqual(text.length);
      }),
      RUNS,
    ));
});
