/** Number of lines at the top and at the bottom of a page that may be its header and footer. */
const EDGE_LINES = 3;
const MIN_PAGES = 3;

/**
 * Removes headers, footers and page numbers that pages repeat from a text with a form feed after each page, except the
 * first time: the service keeps them once. Digits do not count in the comparison.
 */
export function withoutRepeatedLines(text: string): string {
  const pages = text.split("\f").map((page) => page.split("\n").filter((line) => line.trim() !== ""));
  const edges = pages.map(
    (lines) => new Set([...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)].map(shapeOf)),
  );
  const counts = new Map<string, number>();
  for (const shapes of edges) for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const seen = new Set<string>();
  const kept = pages.map((lines, page) => {
    const ofPage = Map.groupBy(lines, shapeOf);
    return lines.filter((line) => {
      const shape = shapeOf(line);
      const isRepeated =
        edges[page]?.has(shape) && ofPage.get(shape)?.length === 1 && (counts.get(shape) ?? 0) >= MIN_PAGES;
      if (!isRepeated || !seen.has(shape)) {
        if (isRepeated) seen.add(shape);
        return true;
      }
      return false;
    });
  });
  return kept.map((lines) => lines.join("\n")).join("\n");
}

function shapeOf(line: string): string {
  return line.trim().replace(/\d+/g, "#").replace(/\s+/g, " ");
}
