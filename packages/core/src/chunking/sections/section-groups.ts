import { cutByContent, inside } from "../cuts/cut-by-content.ts";
import type { ChunkSizes } from "../sizes/chunk-sizes.ts";
import type { Span } from "../spans/span.ts";
import { headingPath, type Section } from "./sections.ts";

/** Sections that are chunked together, with the heading path that all of them share. */
export interface SectionGroup extends Span {
  readonly headings: readonly string[];
}

/** Merges runs of small sections that share a sheet and a parent heading. Other sections form a group each. */
export function groupSections(text: string, sections: readonly Section[], sizes: ChunkSizes): SectionGroup[] {
  const groups: SectionGroup[] = [];
  let run: Section[] = [];
  for (const section of sections) {
    const previous = run.at(-1);
    if (previous && !areSmallSiblings(previous, section, sizes)) flush();
    run.push(section);
  }
  flush();
  return groups;

  function flush(): void {
    for (const group of groupRun(text, run, sizes)) groups.push(group);
    run = [];
  }
}

function areSmallSiblings(one: Section, other: Section, sizes: ChunkSizes): boolean {
  return (
    one.heading !== undefined &&
    other.heading !== undefined &&
    one.heading.parent === other.heading.parent &&
    one.sheet === other.sheet &&
    sizes.ruler.lengthOf(one) <= sizes.mergedSections &&
    sizes.ruler.lengthOf(other) <= sizes.mergedSections
  );
}

/** Splits a run that is too long for one group by content, so that a new section does not shift all later groups. */
function groupRun(text: string, run: readonly Section[], sizes: ChunkSizes): SectionGroup[] {
  const first = run[0];
  const last = run.at(-1);
  if (!first || !last) return [];
  const borders = run.slice(1).map((section) => section.start);
  const { mergedSections: largest, ruler } = sizes;
  let pieces: Span[] = [{ start: first.start, end: last.end }];
  for (const smallest of [Math.floor(largest / 3), 0]) {
    pieces = pieces.flatMap((piece) =>
      cutByContent(text, piece, inside(borders, piece), { smallest, largest, ruler }),
    );
  }

  let next = 0;
  return pieces.map((piece) => {
    const members: Section[] = [];
    for (let section = run[next]; section && section.start < piece.end; section = run[++next])
      members.push(section);
    const only = members.length === 1 ? members[0]?.heading : first.heading?.parent;
    return { start: piece.start, end: members.at(-1)?.end ?? piece.end, headings: headingPath(only) };
  });
}
