import type { Line } from "./text-lines.ts";

/** Number of lines at the top and at the bottom of a page that may be its header and footer. */
const EDGE_LINES = 3;
const MIN_PAGES = 3;

/**
 * Removes headers, footers and page numbers. A line at the edge of at least a quarter of the pages stays only on the
 * first of them. Digits do not count in the comparison.
 */
export function withoutRunningLines(pages: readonly (readonly Line[])[]): Line[][] {
  const counts = new Map<string, number>();
  for (const lines of pages)
    for (const shape of new Set(edgesOf(lines).map(shapeOf))) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const minPages = Math.max(MIN_PAGES, Math.ceil(pages.length / 4));
  const seen = new Set<string>();
  return pages.map((lines) => {
    const edges = new Set(edgesOf(lines));
    return lines.filter((line) => {
      const shape = shapeOf(line);
      if (!edges.has(line) || (counts.get(shape) ?? 0) < minPages) return true;
      // Drop page numbers on the first page, too.
      const isFirst = !seen.has(shape) && /\p{L}/u.test(shape);
      seen.add(shape);
      return isFirst;
    });
  });
}

function edgesOf(lines: readonly Line[]): readonly Line[] {
  return lines.length <= 2 * EDGE_LINES
    ? lines
    : [...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)];
}

/** The line's text with every number replaced by `#`. */
function shapeOf({ text }: Line): string {
  return text.replace(/\d+/g, "#").replace(/\s+/g, " ");
}
