import type { DocumentText } from "../document/document-text.ts";
import { joinLines, type LaidOutText } from "../text/join-lines.ts";
import { legible, lettersOf } from "./legible.ts";
import { lineText } from "./read-table.ts";
import type { RecognizedParagraph, RecognizedWord } from "./recognizer.ts";

/** A paragraph is a duplicate if this share of its words is in the page's own text. */
const DUPLICATE_SHARE = 0.8;

/** A page whose image was recognized. */
export interface RecognizedPage {
  readonly paragraphs: readonly RecognizedParagraph[];
  /** Size of a pixel of the image on the page, in the unit of the page's size. */
  readonly pixelSize: number;
}

/**
 * Writes recognized paragraphs at the current place of `text`.
 *
 * @param known The text of the same page that is already written.
 * @returns True if letters were left out because they could not be read with confidence.
 */
export function writeRecognized(
  { paragraphs, pixelSize }: RecognizedPage,
  text: DocumentText,
  known = "",
): boolean {
  const kept = legible(paragraphs);
  const words = new Set(wordsOf(known));
  const { place } = text;
  for (const { text: read, confidence, lines } of kept) {
    const own = wordsOf(read);
    if (own.filter((word) => words.has(word)).length >= own.length * DUPLICATE_SHARE) continue;
    text.place = { ...place, ocr: true, confidence: Math.round(confidence * 100) / 100 };
    const joined = joinLines(lines.map((line) => laidOut(line, pixelSize)));
    text.add("paragraph", joined.text, joined.places);
  }
  text.place = place;
  return paragraphs.some((paragraph) => lettersOf(paragraph) > 0 && !kept.includes(paragraph));
}

function laidOut(words: readonly RecognizedWord[], pixelSize: number): LaidOutText {
  const line = lineText(words);
  let end = 0;
  const places = words.map(({ text, box: { left, top, width, height } }) => {
    const start = line.indexOf(text, end);
    end = start + text.length;
    const rectangle = [left, top, left + width, top + height].map((pixels) => pixels * pixelSize);
    return { start, end, rectangle: rectangle as [number, number, number, number] };
  });
  return { text: line, places };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
