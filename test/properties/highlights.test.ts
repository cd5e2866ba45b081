import { describe, expect, test } from "bun:test";
import { graphemesOf, matchPassage, readQuestion } from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import fc from "fast-check";
import { anyText } from "./any-text.ts";

const RUNS = { numRuns: 2000 };

/** Sentences without repeated words, so that each question matches in one place. */
const PASSAGES: readonly string[] = [
  "Every lantern in the harbour was lit by a keeper who rowed out before dusk.",
  "Die Häuser der alten Straße stehen leer, seit der Fluss über seine Ufer trat.",
  "Les élèves étudiaient l’eau potable dans un vieux château près de Grenoble.",
  "На столе лежали старые книги, которые никто не читал много лет подряд.",
  "Kediler sıcak bir odada uyurken İstanbul\u2019da kar yağıyordu.",
  "קרא את הספר הישן שמונח ליד החלון בחדר הגדול",
  "قرأ الطالب كِتاباً قديماً عن تاريخ المدينة وأسواقها",
  "北京的天气今天非常寒冷，所以公园里几乎没有游客。",
  "東京タワーの展望台からは富士山がはっきり見える。",
  "นักเรียนอ่านหนังสือภาษาไทยในห้องสมุดขนาดใหญ่",
  "Thủ đô Hà Nội có nhiều phố cổ nằm cạnh hồ nước trong xanh.",
  "Call getUserName(userId) before HTTPServer starts; MAX_FILE_BYTES is 1,000,000.",
  "Cafe\u0301 of\ufb01ce ＡＢＣ und ﾎﾞﾙﾄ neben 👨‍👩‍👧 Lampen",
];

describe("highlights", () => {
  test("are sorted, disjoint, within the passage, and at grapheme boundaries", () =>
    fc.assert(
      fc.property(anyText(), anyText(), fc.nat(), fc.nat(), (other, passage, from, length) => {
        const start = from % (passage.length + 1);
        // Half of the questions share words with the passage.
        const question = length % 2 === 0 ? other : passage.slice(start, start + (length % 40));
        const { highlights } = matchPassage(
          readQuestion(question, detectLanguage(passage), detectLanguage(question)),
          passage,
        );
        const borders = new Set([passage.length]);
        for (const { index } of graphemesOf(passage)) borders.add(index);
        let before = -1;
        for (const { start, end } of highlights) {
          expect(start).toBeGreaterThan(before);
          expect(end).toBeGreaterThan(start);
          expect(borders.has(start) && borders.has(end)).toBe(true);
          before = end;
        }
      }),
      RUNS,
    ));

  test("of a quotation cover nearly all of it and nearly nothing else", () => {
    const shares: number[] = [];
    for (const passage of PASSAGES) {
      const words = [...new Intl.Segmenter("th", { granularity: "word" }).segment(passage)];
      for (let first = 0; first < words.length; first++)
        for (let last = first + 5; last < words.length; last++) {
          const start = words[first]?.index ?? 0;
          const end = (words[last]?.index ?? 0) + (words[last]?.segment.length ?? 0);
          const question = passage.slice(start, end);
          const { highlights } = matchPassage(
            readQuestion(question, detectLanguage(passage), detectLanguage(question)),
            passage,
          );
          const inside = letters(passage.slice(start, end));
          const shown = highlights.map((each) => letters(passage.slice(each.start, each.end)));
          const within = highlights.map((each) =>
            letters(passage.slice(Math.max(start, each.start), Math.max(start, Math.min(end, each.end)))),
          );
          shares.push(sum(within) / inside);
          // A quotation may start or end inside a longer word.
          expect(sum(shown) - sum(within)).toBeLessThanOrEqual(12);
        }
    }
    expect(sum(shares) / shares.length).toBeGreaterThan(0.97);
    expect(Math.min(...shares)).toBeGreaterThan(0.6);
  });
});

function letters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
