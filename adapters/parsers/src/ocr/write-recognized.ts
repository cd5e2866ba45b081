import type { DocumentText } from "../document/document-text.ts";
import { joinLines } from "../text/join-lines.ts";
import type { RecognizedParagraph } from "./recognizer.ts";

/** A paragraph is a duplicate if this share of its words is in the page's own text. */
const DUPLICATE_SHARE = 0.8;
/** Below this confidence, Tesseract took marks on the paper for letters. */
const MIN_CONFIDENCE = 0.3;

/**
 * Writes recognized paragraphs at the current place of `text`.
 *
 * @param known The text of the same page that is already written.
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
    if (own.filter((word) => words.has(word)).length >= own.length * DUPLICATE_SHARE) continue;
    text.place = { ...place, ocr: true, confidence: Math.round(confidence * 100) / 100 };
    text.add("paragraph", joinLines(read.split("\n")));
  }
  text.place = place;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
