import type { GreyImage } from "./grey-image.ts";

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

/** Creates a recognizer for languages such as `eng`. The libraries for images load with the first image. */
export function createRecognizer(languages: readonly string[]): Recognizer {
  let loading: Promise<Recognizer> | undefined;
  const load = async () => (await import("./orientations.ts")).createOrientationRecognizer(languages);
  return {
    async recognize(image, onAttempt) {
      loading ??= load();
      return (await loading).recognize(image, onAttempt);
    },
  };
}
