import { type GreyImage, rotated } from "./grey-image.ts";
import { skewOf } from "./skew.ts";
import { createTesseractReader, type Reading } from "./tesseract-reader.ts";

/** A paragraph recognized in an image. */
export interface RecognizedParagraph {
  readonly text: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** Recognizes text in images (OCR). */
export interface Recognizer {
  /**
   * Returns the paragraphs of an image in reading order. The image may be rotated.
   *
   * @param onAttempt Called before each attempt. An image without legible text is tried in all four orientations.
   */
  recognize(image: GreyImage, onAttempt?: () => void): Promise<readonly RecognizedParagraph[]>;
}

/** Below this confidence the image may be rotated, and the next orientation is tried. */
const ACCEPTED_CONFIDENCE = 0.6;
const ORIENTATIONS = [0, 90, 180, 270] as const;

/** Creates a recognizer for languages such as `eng`. Tesseract starts with the first image. */
export function createRecognizer(languages: readonly string[]): Recognizer {
  const read = createTesseractReader(languages);

  /** Rotates and deskews an image, then reads it. */
  async function readRotated(image: GreyImage, degrees: number): Promise<Reading> {
    const turned = degrees === 0 ? image : await rotated(image, degrees);
    const skew = await skewOf(turned);
    const straight = skew === 0 ? turned : await rotated(turned, skew);
    const reading = await read(straight, "page");
    // Without a recognizable page layout, the image may be a single block of text.
    return reading.yield > 0 ? reading : read(straight, "block");
  }

  return {
    async recognize(image, onAttempt = () => undefined) {
      let best: Reading | undefined;
      for (const degrees of ORIENTATIONS) {
        onAttempt();
        const reading = await readRotated(image, degrees);
        if (!best || reading.yield > best.yield) best = reading;
        if (best.confidence >= ACCEPTED_CONFIDENCE) break;
      }
      return best?.paragraphs ?? [];
    },
  };
}
