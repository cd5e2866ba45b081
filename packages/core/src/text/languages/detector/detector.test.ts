import { describe, expect, test } from "bun:test";
import { eld } from "eld/extrasmall";
import { seededRandom } from "../../../chunking/random-document.fixture.ts";
import { createLanguageDetector } from "./detector.ts";

const detect = createLanguageDetector();

function expectSame(text: string): void {
  const found = eld.detect(text);
  const isReliable = found.language !== "" && found.isReliable();
  expect({ text, ...detect(text) }).toEqual({ text, language: found.language, isReliable });
}

/** First and last code point of letters that eld knows. */
const SCRIPTS = [
  [0x61, 0x7a],
  [0xc0, 0x24f],
  [0x3b1, 0x3c9],
  [0x430, 0x45f],
  [0x561, 0x586],
  [0x5d0, 0x5ea],
  [0x620, 0x64a],
  [0x904, 0x939],
  [0xb85, 0xbb9],
  [0xe01, 0xe30],
  [0x3041, 0x3096],
  [0x4e00, 0x9fa5],
  [0xac00, 0xd7a3],
] as const;

describe("the detector agrees with eld", () => {
  test.each([
    "",
    "a",
    "zebra qwerty 123",
    "Le chat est dans la maison et il ne dort pas avec nous.",
    "Don’t 'quote' the cat's `code`",
    "Katten er på taget og den er blevet meget våd af regn",
    "猫は屋根の上で寝ています 🐈 \ud800",
    "x".repeat(75),
    `${"x".repeat(75)} ${"x".repeat(75)} ${"x".repeat(71)}y`,
    "a b c d e f g h ".repeat(60),
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihungsstelle ".repeat(9),
  ])("%s", expectSame);

  test("on random words of every script, alone and mixed", () => {
    const random = seededRandom(7);
    const below = (limit: number) => Math.floor(random() * limit);
    for (let round = 0; round < 3000; round += 1) {
      const main = SCRIPTS[below(SCRIPTS.length)] ?? SCRIPTS[0];
      let text = "";
      for (let length = below(300); length > 0; length -= 1) {
        const [first, last] = below(12) > 0 ? main : (SCRIPTS[below(SCRIPTS.length)] ?? main);
        text +=
          below(6) === 0
            ? [" ", ". ", "'", "-"][below(4)]
            : String.fromCodePoint(first + below(last - first));
      }
      expectSame(text);
    }
  });
});
