import type { Line } from "./text-lines.ts";

/** So many lines at the top and the bottom of a page may be its header and footer. */
const EDGE_LINES = 3;
const MIN_PAGES = 3;

/**
 * Takes headers, footers and page numbers out: what stands at the edge of many pages, but for its numbers, is kept on the
 * first of them only.
 */
export function withoutRunningLines(pages: readonly (readonly Line[])[]): Line[][] {
  const counts = new Map<string, number>();
  for (const lines of pages)
    for (const shape of new Set(edgesOf(lines).map(shapeOf))) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const from = Math.max(MIN_PAGES, Math.ceil(pages.length / 4));
  const seen = new Set<string>();
  return pages.map((lines) => {
    const edges = new Set(edgesOf(lines));
    return lines.filter((line) => {
      const shape = shapeOf(line);
      if (!edges.has(line) || (counts.get(shape) ?? 0) < from) return true;
      // A mere number says nothing on any page.
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

function shapeOf({ text }: Line): string {
  return text.replace(/\d+/g, "#").replace(/\s+/g, " ");
}
