import { type BoxOrigin, boxOrigin } from "./box.ts";
import { type GreyImage, rotated } from "./grey-image.ts";
import type { RecognizedParagraph, Recognizer } from "./recognizer.ts";
import { skewOf } from "./skew.ts";
import { createTesseractReader, type Reading } from "./tesseract-reader.ts";

/** Below this confidence the image may be rotated, and the next orientation is tried. */
const ACCEPTED_CONFIDENCE = 0.6;
const ORIENTATIONS = [0, 90, 180, 270] as const;

interface Attempt extends Reading {
  readonly origin: BoxOrigin;
}

/** Creates a recognizer that straightens images and tries their orientations. Tesseract starts with the first image. */
export function createOrientationRecognizer(
  languages: readonly string[],
  parallel: number,
): Pick<Recognizer, "recognize"> {
  const read = createTesseractReader(languages, parallel);

  /** Rotates and deskews an image, then reads it. */
  async function readRotated(image: GreyImage, degrees: number): Promise<Attempt> {
    const turned = degrees === 0 ? image : await rotated(image, degrees);
    const skew = await skewOf(turned);
    const straight = skew === 0 ? turned : await rotated(turned, skew);
    const [unskew, unturn] = [boxOrigin(turned, straight, skew), boxOrigin(image, turned, degrees)];
    const reading = await read(straight, "page");
    return {
      // Without a recognizable page layout, the image may be a single block of text.
      ...(reading.yield > 0 ? reading : await read(straight, "block")),
      origin: (box) => unturn(unskew(box)),
    };
  }

  return {
    async recognize(image, onAttempt = () => undefined) {
      let best: Attempt | undefined;
      for (const degrees of ORIENTATIONS) {
        onAttempt();
        const attempt = await readRotated(image, degrees);
        if (!best || attempt.yield > best.yield) best = attempt;
        if (best.confidence >= ACCEPTED_CONFIDENCE) break;
      }
      return best ? paragraphsOf(best) : [];
    },
  };
}

function paragraphsOf({ paragraphs, origin }: Attempt): RecognizedParagraph[] {
  return paragraphs.map(({ lines, ...paragraph }) => ({
    ...paragraph,
    lines: lines.map((words) => words.map(({ text, box }) => ({ text, box: origin(box) }))),
  }));
}
