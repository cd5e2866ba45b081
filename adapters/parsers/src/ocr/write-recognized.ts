import type { DocumentText } from "../document/document-text.ts";
import { joinLines } from "../text/join-lines.ts";
import { legible, lettersOf } from "./legible.ts";
import type { RecognizedParagraph } from "./recognizer.ts";

/** A paragraph is a duplicate if this share of its words is in the page's own text. */
const DUPLICATE_SHARE = 0.8;

/**
 * Writes recognized paragraphs at the current place of `text`.
 *
 * @param known The text of the same page that is already written.
 * @returns True if letters were left out because they could not be read with confidence.
 */
export function writeRecognized(
  paragraphs: readonly RecognizedParagraph[],
  text: DocumentText,
  known = "",
): boolean {
  const kept = legible(paragraphs);
  const words = new Set(wordsOf(known));
  const { place } = text;
  for (const { text: read, confidence } of kept) {
    const own = wordsOf(read);
    if (own.filter((word) => words.has(word)).length >= own.length * DUPLICATE_SHARE) continue;
    text.place = { ...place, ocr: true, confidence: Math.round(confidence * 100) / 100 };
    text.add("paragraph", joinLines(read.split("\n").map((line) => ({ text: line }))).text);
  }
  text.place = place;
  return paragraphs.some((paragraph) => lettersOf(paragraph) > 0 && !kept.includes(paragraph));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
