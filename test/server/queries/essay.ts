import type { Chunking, DocumentChunk } from "@quarry/schema";
import { seededRandom } from "../../support/seeded-random.ts";

/** Settings that make many chunks of an essay. */
export const SMALL: Chunking = { maxTokens: 60, overlapTokens: 20 };

/** The size of a chunk of Latin text. */
export const tokens = ({ content }: DocumentChunk) => content.length / 4;

/** A word of letters alone for a sentence of an essay. */
export const wordOf = (word: string, paragraph: number, sentence: number) =>
  `${word}${[...String(paragraph * 10 + sentence)].map((digit) => "bdfghjkmpz"[Number(digit)]).join("a")}`;

/** Some paragraphs of sentences, each with a word of its own. */
export function essay(word: string, paragraphs = 30): string {
  const random = seededRandom(word.length);
  return Array.from({ length: paragraphs }, (_, at) =>
    Array.from(
      { length: 3 + Math.floor(random() * 4) },
      (_, sentence) => `The ${wordOf(word, at, sentence)} is about matter ${Math.floor(random() * 1e6)}.`,
    ).join(" "),
  ).join("\n\n");
}
