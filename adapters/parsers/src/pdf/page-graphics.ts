import { OPS } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The graphics of a page. */
export interface PageGraphics {
  /** Share of the page that images cover, from 0 to 1. */
  readonly coverage: number;
  /** Number of painted paths. Letters may be drawn as paths. */
  readonly shapes: number;
  /** True if the page has invisible text, which OCR programs add to scanned pages. */
  readonly hasHiddenText: boolean;
}

type Matrix = readonly [number, number, number, number];

const IMAGES: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintSolidColorImageMask,
]);
const MAX_SAVED_STATES = 1000;
/** Text rendering mode "neither fill nor stroke" (ISO 32000-1, table 106). */
const INVISIBLE = 3;

/**
 * Measures the graphics of a page by its drawing operators.
 *
 * @param pageArea In square points.
 */
export function pageGraphics(
  { fnArray, argsArray }: { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] },
  pageArea: number,
): PageGraphics {
  let matrix: Matrix = [1, 0, 0, 1];
  const saved: Matrix[] = [];
  let area = 0;
  let shapes = 0;
  let hasHiddenText = false;
  for (const [at, operator] of fnArray.entries()) {
    if (operator === OPS.save) {
      if (saved.length < MAX_SAVED_STATES) saved.push(matrix);
    } else if (operator === OPS.restore) matrix = saved.pop() ?? [1, 0, 0, 1];
    else if (operator === OPS.transform) matrix = times(matrix, argsArray[at]);
    else if (operator === OPS.constructPath) shapes += 1;
    else if (operator === OPS.setTextRenderingMode) hasHiddenText ||= isInvisible(argsArray[at]);
    else if (IMAGES.has(operator)) area += Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]);
  }
  return { coverage: pageArea > 0 ? Math.min(1, area / pageArea) : 0, shapes, hasHiddenText };
}

function isInvisible(mode: unknown): boolean {
  return Array.isArray(mode) && mode[0] === INVISIBLE;
}

/** Multiplies two matrices without their translation: an image is a transformed unit square, and only its area counts. */
function times([a, b, c, d]: Matrix, by: unknown): Matrix {
  if (!Array.isArray(by) || !by.every((number) => typeof number === "number")) return [a, b, c, d];
  const [e = 1, f = 0, g = 0, h = 1] = by;
  return [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h];
}
