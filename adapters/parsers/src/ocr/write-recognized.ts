import type { DocumentText } from "../document-text.ts";
import { joinLines } from "../join-lines.ts";
import type { RecognizedParagraph } from "./recognizer.ts";

/** A paragraph of which so much is known already came with the page as text. */
const KNOWN_SHARE = 0.8;
/** Less sure than this, marks on the paper were taken for letters. */
const MIN_CONFIDENCE = 0.3;

/**
 * Writes what was read from a picture, at the place at which the text is.
 * @param known What is written of the same page already.
 */
export function writeRecognized(
  paragraphs: readonly RecognizedParagraph[],
  text: DocumentText,
  known = "",
): void {
  const words = new Set(wordsOf(known));
  const { place } = text;
  for (const { text: read, confidence } of paragraphs) {
    const own = wordsOf(read);
    if (own.length === 0 || confidence < MIN_CONFIDENCE) continue;
    if (own.filter((word) => words.has(word)).length >= own.length * KNOWN_SHARE) continue;
    text.place = { ...place, ocr: true, confidence: Math.round(confidence * 100) / 100 };
    text.add("paragraph", joinLines(read.split("\n")));
  }
  text.place = place;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
