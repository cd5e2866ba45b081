import type { OutlineEntry } from "@quarry/core/internal";
import type { OutlineHeading } from "@quarry/schema";

/** Builds a tree from headings in document order. A heading's parent is the last one before it with a lower level. */
export function toOutlineTree(entries: readonly OutlineEntry[]): OutlineHeading[] {
  const roots: OutlineHeading[] = [];
  const path: OutlineHeading[] = [];
  for (const { place, ...entry } of entries) {
    const { page, slide, sheet } = place;
    const heading: OutlineHeading = {
      ...entry,
      ...(page === undefined ? {} : { page }),
      ...(slide === undefined ? {} : { slide }),
      ...(sheet === undefined ? {} : { sheet }),
      children: [],
    };
    while ((path.at(-1)?.level ?? 0) >= entry.level) path.pop();
    (path.at(-1)?.children ?? roots).push(heading);
    path.push(heading);
  }
  return roots;
}
