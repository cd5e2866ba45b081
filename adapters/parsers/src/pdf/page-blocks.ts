import type { CellRow, DocumentText } from "../document/document-text.ts";
import { headerOf } from "../document/table-header.ts";
import { isContinued, joinLines, type LaidOutText, separatorOf, stackLines } from "../text/join-lines.ts";
import { isListItem } from "./list-item.ts";
import { regionsOf } from "./page-regions.ts";
import type { Line } from "./text-lines.ts";

/** Typographic properties of a document's pages. */
export interface PageStyle {
  /** The most frequent font size, in points. */
  readonly bodySize: number;
  /** Median distance between lines, relative to the font size. */
  readonly pitch: number;
  /** Font sizes of headings, largest first. */
  readonly headingSizes: readonly number[];
}

interface Paragraph {
  readonly lines: Line[];
}

/** Minimum font size of a heading, relative to the body. */
const HEADING_MIN_RATIO = 1.15;
const HEADING_MAX_CHARS = 200;
const HEADING_MAX_LINES = 3;
const MAX_LEVEL = 4;
/** Maximum ratio of the font sizes in one paragraph. */
const SAME_SIZE_RATIO = 1.12;
const DEFAULT_PITCH = 1.2;
/** Maximum distance between lines of one paragraph, relative to the pitch. */
const PARAGRAPH_GAP_RATIO = 1.3;
/** Minimum distance from the end of a column up to the start of the next one, relative to the font size. */
const COLUMN_JUMP = 4;

/** Determines the typographic properties of a document. */
export function pageStyle(pages: readonly (readonly Line[])[]): PageStyle {
  const sizes = new Map<number, number>();
  const pitches: number[] = [];
  for (const lines of pages)
    for (const [at, line] of lines.entries()) {
      sizes.set(rounded(line.size), (sizes.get(rounded(line.size)) ?? 0) + line.text.length);
      const pitch = (line.base - (lines[at - 1]?.base ?? line.base)) / line.size;
      if (pitch > 0.8 && pitch < 4) pitches.push(pitch);
    }
  const bodySize = [...sizes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
  pitches.sort((a, b) => a - b);
  return {
    bodySize,
    pitch: pitches[Math.floor(pitches.length / 2)] ?? DEFAULT_PITCH,
    headingSizes: [...sizes.keys()]
      .filter((size) => size >= bodySize * HEADING_MIN_RATIO)
      .sort((a, b) => b - a),
  };
}

/**
 * Writes a page's lines as headings, paragraphs, lists and tables. Its first paragraph may continue the last one of
 * `text`.
 */
export function writePage(lines: readonly Line[], style: PageStyle, text: DocumentText): void {
  for (const [at, region] of regionsOf(lines).entries())
    if (region.kind === "text") writeLines(region.lines, style, text, at === 0);
    else {
      const rows = region.rows.map((cells) => ({
        cells: cells.map((cell) => cell.text),
        places: cells.map(({ places = [] }) => places),
      }));
      text.table(rows, columnNames(rows));
    }
}

/** Without numbers below it, the first row may as well be one like the others. */
function columnNames(rows: readonly CellRow[]): readonly string[] | undefined {
  const header = headerOf(rows);
  const below = rows.slice(rows.findIndex(({ cells }) => cells === header) + 1);
  const withNumbers = below.filter(({ cells }) => cells.some((cell) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(cell)));
  return withNumbers.length >= below.length / 2 ? header : undefined;
}

function writeLines(
  lines: readonly Line[],
  style: PageStyle,
  text: DocumentText,
  mayContinue: boolean,
): void {
  let items: LaidOutText[] = [];
  const endList = () => {
    const list = stackLines(items);
    text.add("list", list.text, list.places);
    items = [];
  };
  for (const [at, { lines: own }] of paragraphsOf(lines, style).entries()) {
    const joined = joinLines(own);
    const level = headingLevel(own, joined.text, style);
    const isItem = level === undefined && isListItem(joined.text);
    if (!isItem) endList();
    if (level !== undefined) text.heading(level, joined.text, joined.places);
    else if (isItem) items.push(joined);
    else if (at === 0 && mayContinue && isContinued(text.lastParagraph ?? "", joined.text)) {
      const separator = separatorOf(text.lastParagraph ?? "", joined.text);
      text.continueParagraph(separator, joined.text, joined.places);
    } else text.add("paragraph", joined.text, joined.places);
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
      (gap > 0
        ? gap <= pitch * PARAGRAPH_GAP_RATIO
        : gap < -COLUMN_JUMP && isContinued(previous.text, line.text)) &&
      Math.max(line.size, previous.size) <= Math.min(line.size, previous.size) * SAME_SIZE_RATIO &&
      !isListItem(line.text);
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
