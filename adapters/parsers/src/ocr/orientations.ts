import { type GreyImage, rotated } from "./grey-image.ts";
import type { Recognizer } from "./recognizer.ts";
import { skewOf } from "./skew.ts";
import { createTesseractReader, type Reading } from "./tesseract-reader.ts";

/** Below this confidence the image may be rotated, and the next orientation is tried. */
const ACCEPTED_CONFIDENCE = 0.6;
const ORIENTATIONS = [0, 90, 180, 270] as const;

/** Creates a recognizer that straightens images and tries their orientations. Tesseract starts with the first image. */
export function createOrientationRecognizer(languages: readonly string[]): Recognizer {
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
