import type { WrappedPdfiumModule } from "@embedpdf/pdfium";

/** The graphics of a page. */
export interface PageGraphics {
  /** Share of the page that images cover, from 0 to 1. */
  readonly coverage: number;
  /** Number of painted paths. Letters may be drawn as paths. */
  readonly shapes: number;
  /** True if the page has invisible text, which OCR programs add to scanned pages. */
  readonly hasHiddenText: boolean;
}

/** FPDF_PAGEOBJ_* of fpdf_edit.h. */
const [TEXT, PATH, IMAGE, FORM] = [1, 2, 3, 5];
/** FPDF_TEXTRENDERMODE_INVISIBLE. */
const INVISIBLE = 3;
const MAX_DEPTH = 10;
/** More objects tell nothing new. */
const MAX_OBJECTS = 100_000;

/** Measures the graphics of a page by its objects, without decoding its images. */
export function pageGraphics(library: WrappedPdfiumModule, page: number): PageGraphics {
  const { pdfium } = library;
  const { malloc, free } = pdfium.wasmExports;
  const floats = malloc(24);
  const floatsAt = (count: number) =>
    Array.from({ length: count }, (_, at) => pdfium.HEAPF32[floats / 4 + at] ?? 0);
  let [area, shapes, seen] = [0, 0, 0];
  let hasHiddenText = false;

  function boundsOf(object: number): number {
    if (!library.FPDFPageObj_GetBounds(object, floats, floats + 4, floats + 8, floats + 12)) return 0;
    const [left = 0, bottom = 0, right = 0, top = 0] = floatsAt(4);
    return Math.abs((right - left) * (top - bottom));
  }

  /** The factor by which a form scales the areas in it. */
  function scaleOf(form: number): number {
    if (!library.FPDFPageObj_GetMatrix(form, floats)) return 1;
    const [a = 1, b = 0, c = 0, d = 1] = floatsAt(4);
    return Math.abs(a * d - b * c);
  }

  function measure(count: number, objectAt: (at: number) => number, scale: number, depth: number): void {
    for (let at = 0; at < count && seen < MAX_OBJECTS; at += 1) {
      seen += 1;
      const object = objectAt(at);
      const type = library.FPDFPageObj_GetType(object);
      if (type === PATH) shapes += 1;
      else if (type === IMAGE) area += boundsOf(object) * scale;
      else if (type === TEXT) hasHiddenText ||= library.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE;
      else if (type === FORM && depth < MAX_DEPTH)
        measure(
          library.FPDFFormObj_CountObjects(object),
          (inner) => library.FPDFFormObj_GetObject(object, inner),
          scale * scaleOf(object),
          depth + 1,
        );
    }
  }

  try {
    const objectAt = (at: number) => library.FPDFPage_GetObject(page, at);
    measure(library.FPDFPage_CountObjects(page), objectAt, 1, 0);
  } finally {
    free(floats);
  }
  const pageArea = library.FPDF_GetPageWidthF(page) * library.FPDF_GetPageHeightF(page);
  return { coverage: pageArea > 0 ? Math.min(1, area / pageArea) : 0, shapes, hasHiddenText };
}
