import type { Block } from "../../ports/parser.ts";
import type { ChunkSizes } from "../sizes/chunk-sizes.ts";
import type { Span } from "../spans/span.ts";

const TITLE_MAX_CHARS = 200;

/** A heading with its parent heading. */
export interface Heading {
  readonly title: string;
  readonly level: number;
  readonly parent: Heading | undefined;
}

/** The text under one heading path, starting with the heading's line. */
export interface Section extends Span {
  readonly heading: Heading | undefined;
  /** Name of the sheet, in a workbook. */
  readonly sheet: string | undefined;
}

/**
 * Splits a document at its headings and at sheet boundaries. A heading without a body joins the next section of its
 * sheet, unless such headings alone would exceed the target size.
 */
export function sectionsOf(
  text: string,
  blocks: readonly Block[],
  { target, ruler }: Pick<ChunkSizes, "target" | "ruler">,
): Section[] {
  const sections: Section[] = [];
  let heading: Heading | undefined;
  let start = -1;
  let end = -1;
  let hasBody = false;
  let sheet: string | undefined;
  const close = () => {
    if (start !== -1) sections.push({ start, end, heading, sheet });
    start = -1;
  };
  for (const block of blocks) {
    if (block.sheet !== undefined && block.sheet !== sheet) {
      close();
      heading = undefined;
      sheet = block.sheet;
    }
    if (block.kind === "heading") {
      if (start !== -1 && (hasBody || ruler.lengthOf({ start, end: block.end }) > target)) close();
      heading = headingBelow(heading, block, text);
      hasBody = false;
    } else {
      hasBody = true;
    }
    if (start === -1) start = block.start;
    end = block.end;
  }
  close();
  return sections;
}

/** Returns the titles from the outermost heading down to this one. */
export function headingPath(heading: Heading | undefined): string[] {
  const path: string[] = [];
  for (let at = heading; at; at = at.parent) {
    if (at.title !== "") path.unshift(at.title);
  }
  return path;
}

function headingBelow(previous: Heading | undefined, block: Block, text: string): Heading {
  const level = block.level ?? 1;
  let parent = previous;
  while (parent && parent.level >= level) parent = parent.parent;
  const title =
    block.title ?? text.slice(block.start, Math.min(block.end, block.start + TITLE_MAX_CHARS * 2));
  return { title: title.trim().slice(0, TITLE_MAX_CHARS), level, parent };
}
