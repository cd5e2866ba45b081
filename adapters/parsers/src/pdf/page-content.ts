import type { PDFParse } from "pdf-parse";
import { pdfjsDocument } from "./open-pdf.ts";
import type { PageFonts } from "./page-fonts.ts";
import type { PageGraphics } from "./page-graphics.ts";
import { linksOf, withLinks } from "./page-links.ts";
import { type Line, textLines } from "./text-lines.ts";
import type { TextItem } from "./text-runs.ts";

/** The text lines of a page. */
export interface PageContent {
  /** Size of the displayed page, in points. */
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
  /** True if OCR should read the page, because its text is in images or paths. */
  readonly isScan: boolean;
  /** True if pictures cover a part of the page beside its text, and OCR need not read it. Pages full of text are not checked. */
  readonly hasPictures: boolean;
}

/** A page with at least this many letters is never a scan. */
const MIN_TEXT_PAGE_LETTERS = 400;
/** A page with fewer letters is a scan if images cover at least this share of it. */
const SCAN_COVERAGE = 0.4;
/** A page with fewer letters than this is practically empty, and the next two limits apply. */
const EMPTY_PAGE_LETTERS = 20;
/** An empty page is a scan if images cover more than this share of it. */
const EMPTY_PAGE_SCAN_COVERAGE = 0.01;
/** Pictures that cover a smaller share of the page are logos and ornaments. */
const MIN_PICTURE_COVERAGE = 0.05;
/** An empty page is a scan if it has at least this many paths, which may be letters. */
const EMPTY_PAGE_SCAN_SHAPES = 50;

/**
 * Reads a page's lines and decides whether it needs OCR.
 * @param graphicsOf Called for a page with few letters.
 */
export async function readPage(
  pdf: PDFParse,
  number: number,
  fonts: PageFonts,
  graphicsOf: (pageNumber: number) => Promise<PageGraphics>,
): Promise<PageContent> {
  const page = await pdfjsDocument(pdf).getPage(number);
  try {
    const { transform, width, height } = page.getViewport({ scale: 1 });
    const { items, styles } = await page.getTextContent();
    const texts = items.filter((item): item is TextItem & typeof item => "str" in item);
    const viewport = transform as number[];
    const links = linksOf(await page.getAnnotations(), viewport);
    const lines = withLinks(textLines(texts, await fonts.of(number, texts, styles), viewport), links);
    const letters = countLetters(lines);
    if (letters >= MIN_TEXT_PAGE_LETTERS) return { width, height, lines, isScan: false, hasPictures: false };
    const { coverage, shapes, hasHiddenText } = await graphicsOf(number);
    const isScan =
      letters < EMPTY_PAGE_LETTERS
        ? coverage > EMPTY_PAGE_SCAN_COVERAGE || shapes >= EMPTY_PAGE_SCAN_SHAPES
        : coverage >= SCAN_COVERAGE && !hasHiddenText;
    const hasPictures = !isScan && !hasHiddenText && coverage >= MIN_PICTURE_COVERAGE;
    return { width, height, lines, isScan, hasPictures };
  } finally {
    page.cleanup();
  }
}

function countLetters(lines: readonly Line[]): number {
  let letters = 0;
  for (const { text } of lines) letters += text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters;
}
