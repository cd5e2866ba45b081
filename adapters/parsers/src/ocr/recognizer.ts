import { cpus } from "node:os";
import type { Box } from "./box.ts";
import type { GreyImage } from "./grey-image.ts";

/** A paragraph recognized in an image. */
export interface RecognizedParagraph {
  /** One line for each line in the image. */
  readonly text: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** The words of each line, with their places in the image. */
  readonly lines: readonly (readonly RecognizedWord[])[];
}

/** A word recognized in an image. */
export interface RecognizedWord {
  readonly text: string;
  /** The smallest upright box around the word, in pixels of the image as it was given. */
  readonly box: Box;
}

/** Which pages of PDFs are read by OCR: none, those without text, or all. */
export type OcrMode = "off" | "auto" | "always";

/** Recognizes text in images (OCR). */
export interface Recognizer {
  readonly mode: OcrMode;
  /** The number of images that it reads at the same time; more have to wait. */
  readonly parallel: number;
  /**
   * Returns the paragraphs of an image in reading order. The image may be rotated.
   *
   * @param onAttempt Called before each attempt. An image without legible text is tried in all four orientations.
   */
  recognize(image: GreyImage, onAttempt?: () => void): Promise<readonly RecognizedParagraph[]>;
}

/** Settings of a recognizer. */
export interface OcrOptions {
  /** Languages of the text, as Tesseract codes. Defaults to `["eng"]`. */
  readonly languages?: readonly string[];
  /** Defaults to `auto`. */
  readonly mode?: OcrMode;
  /** The number of images to read at the same time. Defaults to the number of processors. */
  readonly parallel?: number;
}

/** Creates a recognizer. The libraries for images load with the first image. */
export function createRecognizer({
  languages = ["eng"],
  mode = "auto",
  // `availableParallelism` fails after pdf.js has replaced `navigator`.
  parallel = cpus().length,
}: OcrOptions = {}): Recognizer {
  let loading: Promise<Pick<Recognizer, "recognize">> | undefined;
  const load = async () =>
    (await import("./orientations.ts")).createOrientationRecognizer(languages, parallel);
  return {
    mode,
    parallel,
    async recognize(image, onAttempt) {
      loading ??= load();
      return (await loading).recognize(image, onAttempt);
    },
  };
}
