import { type FontExtents, type FontSample, fontExtents } from "./font-extents.ts";
import { openInstance, type PdfiumInstance } from "./pdfium-instance.ts";
import type { TextItem, TextStyle } from "./text-runs.ts";

/** The fonts of a document's pages, by the names of pdf.js. */
export interface PageFonts {
  /** Returns the fonts of a page: as pdf.js knows them, with the extents that they state themselves. */
  of(
    pageNumber: number,
    items: readonly TextItem[],
    styles: Readonly<Record<string, TextStyle>>,
  ): Promise<Record<string, TextStyle>>;
}

const SAMPLES_PER_FONT = 5;
/** A font that is not found on so many pages is not looked up again. */
const MAX_TRIES = 3;
/** PDFium copies the file. Larger files do without. */
const MAX_BYTES = 32_000_000;

/**
 * Creates the fonts of a document. For an embedded font, pdf.js gives the line spacing of the font's program instead of
 * the extents in its descriptor, which are often smaller.
 */
export function createPageFonts(bytes: Uint8Array): PageFonts {
  let opening: Promise<PdfiumInstance | undefined> | undefined;
  const extents = new Map<string, FontExtents>();
  const tries = new Map<string, number>();
  return {
    async of(pageNumber, items, styles) {
      const unknown = Object.keys(styles).filter(
        (font) => !extents.has(font) && (tries.get(font) ?? 0) < MAX_TRIES,
      );
      if (unknown.length > 0) {
        for (const font of unknown) tries.set(font, (tries.get(font) ?? 0) + 1);
        opening ??= bytes.length <= MAX_BYTES ? openInstance(bytes) : Promise.resolve(undefined);
        const opened = await opening;
        const found = opened?.onPage(pageNumber, (page) =>
          fontExtents(opened.library, page, samplesOf(unknown, items)),
        );
        for (const [font, own] of found ?? []) extents.set(font, own);
      }
      return Object.fromEntries(
        Object.entries(styles).map(([font, style]) => [font, { ...style, ...extents.get(font) }]),
      );
    },
  };
}

function samplesOf(fonts: readonly string[], items: readonly TextItem[]): FontSample[] {
  return fonts.flatMap((font) =>
    items
      .filter(({ fontName, str }) => fontName === font && /^[\p{L}\p{N}]/u.test(str))
      .slice(0, SAMPLES_PER_FONT)
      .map(({ str, transform }) => {
        const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
        return { font, letter: str, x: x + a * 0.2 + c * 0.2, y: y + b * 0.2 + d * 0.2 };
      }),
  );
}
