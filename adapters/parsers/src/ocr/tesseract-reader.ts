import pLimit from "p-limit";
import { createBundledTesseract } from "./bundled-tesseract.ts";
import type { GreyImage } from "./grey-image.ts";
import { createInstalledTesseract, findTesseract } from "./installed-tesseract.ts";
import { lineText, type ReadParagraph, type ReadWord, readTable } from "./read-table.ts";
import type { PageLayout } from "./tesseract-engine.ts";

/** The text that Tesseract read from an image. */
export interface Reading {
  readonly paragraphs: readonly ReadingParagraph[];
  /** Mean confidence over all letters, from 0 to 1; 0 without letters. */
  readonly confidence: number;
  /** The number of letters, weighted by the squared mean confidence. Compares readings of one image. */
  readonly yield: number;
}

interface ReadingParagraph {
  /** One line for each line in the image. */
  readonly text: string;
  /** Mean confidence over all letters, from 0 to 1. */
  readonly confidence: number;
  readonly lines: ReadParagraph;
}

/** Reads one image, assuming a page layout or a single block of text. */
export type TesseractReader = (image: GreyImage, layout: PageLayout) => Promise<Reading>;

/**
 * Creates a reader that runs the installed Tesseract, or else the bundled one, which is slower. It reads at most `parallel`
 * images at the same time; further calls wait.
 */
export function createTesseractReader(languages: readonly string[], parallel: number): TesseractReader {
  const program = findTesseract(languages);
  const engine =
    program === undefined ? createBundledTesseract(languages) : createInstalledTesseract(program, languages);
  const limit = pLimit(parallel);
  return async (image, layout) => readingOf(readTable(await limit(() => engine.read(image, layout))));
}

function readingOf(table: readonly ReadParagraph[]): Reading {
  const paragraphs = table.map((lines) => ({
    text: lines.map(lineText).join("\n"),
    confidence: meanConfidence(lines.flat()).mean,
    lines,
  }));
  const { mean, letters } = meanConfidence(table.flat(2));
  return { paragraphs, confidence: mean, yield: mean ** 2 * letters };
}

function meanConfidence(words: readonly ReadWord[]): { readonly mean: number; readonly letters: number } {
  let [letters, weighted] = [0, 0];
  for (const { text, confidence } of words) {
    const count = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    letters += count;
    weighted += confidence * count;
  }
  return { mean: letters === 0 ? 0 : weighted / letters, letters };
}
