import type { GreyImage } from "./grey-image.ts";

/** How Tesseract looks for text: in the columns and paragraphs of a page, or in a single block. */
export type PageLayout = "page" | "block";

/** Where Tesseract runs. */
export interface TesseractEngine {
  /** Reads an image and returns Tesseract's table of blocks, paragraphs, lines and words (TSV). */
  read(image: GreyImage, layout: PageLayout): Promise<string>;
}

/** Tesseract's page segmentation modes PSM_AUTO and PSM_SINGLE_BLOCK. */
export const SEGMENTATION = { page: 3, block: 6 } as const;
/** The resolution that Tesseract assumes. Pages of PDFs are drawn with it. */
export const OCR_DPI = 200;
