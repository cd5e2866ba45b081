import type { WrappedPdfiumModule } from "@embedpdf/pdfium";

/** How far the letters of a font reach above and below the baseline, relative to the font size. */
export interface FontExtents {
  readonly ascent: number;
  /** Negative. */
  readonly descent: number;
}

/** A letter of a font on a page. */
export interface FontSample {
  /** The name by which pdf.js knows the font. */
  readonly font: string;
  readonly letter: string;
  /** A point on the letter, in the page's own coordinates. */
  readonly x: number;
  readonly y: number;
}

/** Largest distance of a letter from its point, in points. */
const TOLERANCE = 2;
const PER_FONT_SIZE = 1000;

/** Finds the extents that a page's embedded fonts state. Other fonts are missing from the result. */
export function fontExtents(
  library: WrappedPdfiumModule,
  page: number,
  samples: readonly FontSample[],
): Map<string, FontExtents> {
  const found = new Map<string, FontExtents>();
  const text = library.FPDFText_LoadPage(page);
  if (text === 0) return found;
  const { malloc, free } = library.pdfium.wasmExports;
  const floats = malloc(8);
  try {
    for (const { font, letter, x, y } of samples) {
      if (found.has(font)) continue;
      const at = library.FPDFText_GetCharIndexAtPos(text, x, y, TOLERANCE, TOLERANCE);
      if (at < 0 || library.FPDFText_GetUnicode(text, at) !== letter.codePointAt(0)) continue;
      const handle = library.FPDFTextObj_GetFont(library.FPDFText_GetTextObject(text, at));
      if (handle === 0 || library.FPDFFont_GetIsEmbedded(handle) !== 1) continue;
      library.FPDFFont_GetAscent(handle, PER_FONT_SIZE, floats);
      library.FPDFFont_GetDescent(handle, PER_FONT_SIZE, floats + 4);
      const [ascent = 0, descent = 0] = library.pdfium.HEAPF32.subarray(floats / 4, floats / 4 + 2);
      found.set(font, { ascent: ascent / PER_FONT_SIZE, descent: descent / PER_FONT_SIZE });
    }
  } finally {
    free(floats);
    library.FPDFText_ClosePage(text);
  }
  return found;
}
