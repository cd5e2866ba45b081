import type { RecognizedParagraph } from "./recognizer.ts";

/** Tesseract finds letters in photos, too. In pictures without text their confidence was at most 0.35 in a paragraph. */
const MIN_PARAGRAPH_CONFIDENCE = 0.4;
/** The same for all letters of an image. Text that people can read has 0.6 at least. */
const MIN_IMAGE_CONFIDENCE = 0.5;
/** Fewer letters need more confidence: two strokes of a photo can look much like a word. */
const FEW_LETTERS = 10;
const MIN_CONFIDENCE_OF_FEW = 0.7;

/** Returns the paragraphs that are text, without what only looks like letters. */
export function legible(paragraphs: readonly RecognizedParagraph[]): readonly RecognizedParagraph[] {
  const likely = paragraphs.filter(
    (paragraph) => paragraph.confidence >= MIN_PARAGRAPH_CONFIDENCE && lettersOf(paragraph) > 0,
  );
  const letters = likely.reduce((sum, paragraph) => sum + lettersOf(paragraph), 0);
  const weighted = likely.reduce((sum, paragraph) => sum + paragraph.confidence * lettersOf(paragraph), 0);
  const required = letters < FEW_LETTERS ? MIN_CONFIDENCE_OF_FEW : MIN_IMAGE_CONFIDENCE;
  return weighted >= required * letters ? likely : [];
}

/** The number of letters and digits in a paragraph. */
export function lettersOf({ text }: Pick<RecognizedParagraph, "text">): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
