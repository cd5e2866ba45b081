import type { Line } from "./text-lines.ts";

/** Number of lines at the top and at the bottom of a page that may be its header and footer. */
const EDGE_LINES = 3;
const MIN_PAGES = 3;
/** Left and right pages may have different headers. */
const MAX_PAGES_BETWEEN = 2;
/** Maximum difference of the position of a header on two pages, in points. */
const MAX_OFFSET = 2;

/**
 * Removes headers, footers and page numbers. A line at the edge of at least three pages stays only on the first of them,
 * if these are a quarter of all pages, or if it is at the same place of pages that follow each other. Digits do not
 * count in the comparison. A line that looks like others of its page belongs to the text.
 */
export function withoutRunningLines(pages: readonly (readonly Line[])[]): Line[][] {
  const candidates = pages.map(edgesOf);
  const counts = new Map<string, number>();
  for (const edges of candidates)
    for (const shape of edges.values()) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const manyPages = Math.max(MIN_PAGES, Math.ceil(pages.length / 4));
  const last = new Map<string, { readonly page: number; readonly base: number }>();
  return pages.map((lines, page) =>
    lines.filter((line) => {
      const shape = candidates[page]?.get(line);
      const count = counts.get(shape ?? "") ?? 0;
      if (shape === undefined || count < MIN_PAGES) return true;
      const before = last.get(shape);
      last.set(shape, { page, base: line.base });
      // Drop page numbers on the first page, too.
      if (!/\p{L}/u.test(shape)) return count < manyPages;
      if (!before) return true;
      const isNear =
        page - before.page <= MAX_PAGES_BETWEEN && Math.abs(line.base - before.base) <= MAX_OFFSET;
      return count < manyPages && !isNear;
    }),
  );
}

/** The lines that may be headers and footers, with their shapes. */
function edgesOf(lines: readonly Line[]): Map<Line, string> {
  const repeats = new Map<string, number>();
  for (const line of lines) repeats.set(shapeOf(line), (repeats.get(shapeOf(line)) ?? 0) + 1);
  const edges =
    lines.length <= 2 * EDGE_LINES ? lines : [...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)];
  return new Map(
    edges.map((line) => [line, shapeOf(line)] as const).filter(([, shape]) => repeats.get(shape) === 1),
  );
}

/** The line's text with every number replaced by `#`. */
function shapeOf({ text }: Line): string {
  return text.replace(/\d+/g, "#").replace(/\s+/g, " ");
}
