import type { Block } from "../ports/parser.ts";
import type { Span } from "./chunk.ts";

const TITLE_MAX_CHARS = 200;

/** A heading and the one it stands under. */
export interface Heading {
  readonly title: string;
  readonly level: number;
  readonly parent: Heading | undefined;
}

/** The text under one heading path, its heading's line first. */
export interface Section extends Span {
  readonly heading: Heading | undefined;
}

/**
 * Parts a document at its headings. A heading with nothing under it goes with the section that follows it, unless
 * such headings alone would make more than `maxHeadingChars`.
 */
export function sectionsOf(text: string, blocks: readonly Block[], maxHeadingChars: number): Section[] {
  const sections: Section[] = [];
  let heading: Heading | undefined;
  let start = -1;
  let end = -1;
  let hasBody = false;
  for (const block of blocks) {
    if (block.kind === "heading") {
      if (start !== -1 && (hasBody || block.end - start > maxHeadingChars)) {
        sections.push({ start, end, heading });
        start = -1;
      }
      heading = headingBelow(heading, block, text);
      hasBody = false;
    } else {
      hasBody = true;
    }
    if (start === -1) start = block.start;
    end = block.end;
  }
  if (start !== -1) sections.push({ start, end, heading });
  return sections;
}

/** Titles from the outermost heading to this one. */
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
