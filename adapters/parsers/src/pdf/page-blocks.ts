import type { DocumentText } from "../document-text.ts";
import { joinLines } from "../join-lines.ts";
import type { Line } from "./text-lines.ts";

/** What a document's pages have in common. */
export interface PageStyle {
  /** Size of most letters. */
  readonly bodySize: number;
  /** Distance of most lines, in letter heights. */
  readonly pitch: number;
  /** Sizes of headings, largest first. */
  readonly headingSizes: readonly number[];
}

interface Paragraph {
  readonly lines: Line[];
}

const HEADING_FROM = 1.15;
const HEADING_MAX_CHARS = 200;
const HEADING_MAX_LINES = 3;
const MAX_LEVEL = 4;
const SAME_SIZE = 1.12;
const STANDARD_PITCH = 1.2;
/** A gap that is wider than the usual one by this parts paragraphs. */
const PARAGRAPH_GAP = 1.3;
const ITEM = /^(?:[•◦▪■●○‣⁃∙·–—*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s+\S/u;

/** Finds out how a document's pages are set. */
export function pageStyle(pages: readonly (readonly Line[])[]): PageStyle {
  const sizes = new Map<number, number>();
  const pitches: number[] = [];
  for (const lines of pages)
    for (const [at, line] of lines.entries()) {
      sizes.set(rounded(line.size), (sizes.get(rounded(line.size)) ?? 0) + line.text.length);
      const pitch = (line.base - (lines[at - 1]?.base ?? line.base)) / line.size;
      if (pitch > 0.8 && pitch < 4) pitches.push(pitch);
    }
  const bodySize = [...sizes].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
  pitches.sort((one, other) => one - other);
  return {
    bodySize,
    pitch: pitches[Math.floor(pitches.length / 2)] ?? STANDARD_PITCH,
    headingSizes: [...sizes.keys()].filter((size) => size >= bodySize * HEADING_FROM).sort((a, b) => b - a),
  };
}

/** Writes a page's lines as headings, paragraphs and lists. */
export function writePage(lines: readonly Line[], style: PageStyle, text: DocumentText): void {
  let items: string[] = [];
  const endList = () => {
    text.add("list", items.join("\n"));
    items = [];
  };
  for (const { lines: own } of paragraphsOf(lines, style)) {
    const joined = joinLines(own.map((line) => line.text));
    const level = headingLevel(own, joined, style);
    const isItem = level === undefined && ITEM.test(joined);
    if (!isItem) endList();
    if (level !== undefined) text.heading(level, joined);
    else if (isItem) items.push(joined);
    else text.add("paragraph", joined);
  }
  endList();
}

function paragraphsOf(lines: readonly Line[], { pitch }: PageStyle): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let previous: Line | undefined;
  for (const line of lines) {
    const gap = previous ? (line.base - previous.base) / Math.max(line.size, previous.size) : 0;
    const continues =
      previous !== undefined &&
      line.angle === previous.angle &&
      gap > 0 &&
      gap <= pitch * PARAGRAPH_GAP &&
      Math.max(line.size, previous.size) <= Math.min(line.size, previous.size) * SAME_SIZE &&
      !ITEM.test(line.text);
    if (continues) paragraphs.at(-1)?.lines.push(line);
    else paragraphs.push({ lines: [line] });
    previous = line;
  }
  return paragraphs;
}

function headingLevel(lines: readonly Line[], joined: string, style: PageStyle): number | undefined {
  const size = rounded(lines[0]?.size ?? 0);
  const at = style.headingSizes.indexOf(size);
  if (at === -1 || lines.length > HEADING_MAX_LINES || joined.length > HEADING_MAX_CHARS) return undefined;
  return /\p{L}/u.test(joined) ? Math.min(at + 1, MAX_LEVEL) : undefined;
}

function rounded(size: number): number {
  return Math.round(size * 2) / 2;
}
