import type { Chunking, DocumentChunk } from "@quarry/schema";
import { seededRandom } from "../../support/seeded-random.ts";

/** Chunking settings that split an essay into many chunks. */
export const SMALL: Chunking = { maxTokens: 60, overlapTokens: 20 };

/** The size of a chunk of Latin text. */
export const tokens = ({ content }: DocumentChunk) => content.length / 4;

/** A unique word, letters only, for a sentence of an essay. */
export const wordOf = (word: string, paragraph: number, sentence: number) =>
  `${word}${[...String(paragraph * 10 + sentence)].map((digit) => "bdfghjkmpz"[Number(digit)]).join("a")}`;

/** Paragraphs of sentences, each with a unique word. */
export function essay(word: string, paragraphs = 30): string {
  const random = seededRandom(word.length);
  return Array.from({ length: paragraphs }, (_, at) =>
    Array.from(
      { length: 3 + Math.floor(random() * 4) },
      (_, sentence) => `The ${wordOf(word, at, sentence)} is about matter ${Math.floor(random() * 1e6)}.`,
    ).join(" "),
  ).join("\n\n");
}
