import type { Block, ParsedDocument } from "../ports/parser.ts";
import type { Chunk, ChunkOptions } from "./chunk.ts";
import { CutPlaces } from "./cuts/cut-places.ts";
import { cutSpan } from "./cuts/cut-span.ts";
import { startWithOverlap } from "./cuts/overlap.ts";
import { groupSections } from "./sections/section-groups.ts";
import { sectionsOf } from "./sections/sections.ts";
import { type ChunkSizes, chunkSizes } from "./sizes/chunk-sizes.ts";
import { coveringBlocks, firstEndingAfter } from "./spans/covering-blocks.ts";
import type { Span } from "./spans/span.ts";
import { trimSpan } from "./spans/white-space.ts";

/**
 * Cuts a document into chunks. Together they contain all of its text except white space, in order, and each part once
 * unless an overlap is set. Chunks follow the document's structure and never span two sheets. Cuts depend only on the
 * text around them, so an edit changes only nearby chunks.
 *
 * @example
 * chunkDocument(parsed).map((chunk) => [...chunk.headings, chunk.text].join("\n"));
 */
export function chunkDocument(parsed: ParsedDocument, options: ChunkOptions = {}): Chunk[] {
  const { text } = parsed;
  const sizes = chunkSizes(text, options);
  const blocks = coveringBlocks(text, parsed.blocks);
  const places = new CutPlaces(text, blocks, sizes);

  const chunks: Chunk[] = [];
  let blockIndex = 0;
  for (const group of groupSections(text, sectionsOf(text, blocks, sizes), sizes)) {
    let previous: Span | undefined;
    for (const piece of piecesOf(text, group, places, sizes)) {
      const own = trimSpan(text, piece);
      if (own.start === own.end) continue;
      const start = previous ? startWithOverlap(own.start, previous, places, sizes) : own.start;
      const { end } = own;
      previous = own;
      while ((blocks[blockIndex]?.end ?? text.length) <= start) blockIndex++;
      chunks.push({
        index: chunks.length,
        start,
        end,
        text: text.slice(start, end),
        headings: group.headings,
        ...placeOf(blocks, blockIndex, { start, end }),
      });
    }
  }
  return chunks;
}

function piecesOf(text: string, group: Span, places: CutPlaces, sizes: ChunkSizes): Span[] {
  const span = trimSpan(text, group);
  return sizes.ruler.lengthOf(span) <= sizes.wholeSection ? [span] : cutSpan(text, span, places, sizes);
}

/** Collects context, place and rows from the blocks that a chunk overlaps, starting at index `first`. */
function placeOf(
  blocks: readonly Block[],
  first: number,
  { start, end }: Span,
): Pick<Chunk, "context" | "place" | "rows"> {
  const block = blocks[first];
  const belowHeader = block?.kind === "table" && start >= (block.rows?.[1]?.start ?? block.end);
  const { page, slide, sheet } = block ?? {};
  let { ocr, confidence } = block ?? {};
  const numbers: number[] = [];
  for (let at = first, other = blocks[at]; other && other.start < end; other = blocks[++at]) {
    if (other.ocr) ocr = true;
    if (other.confidence !== undefined) confidence = Math.min(confidence ?? 1, other.confidence);
    if (other.sheet === sheet) numbers.push(...rowsWithin(other, start, end));
  }
  return {
    ...(belowHeader && block.header ? { context: block.header } : {}),
    place: defined({ page, slide, sheet, ocr, confidence }),
    ...(numbers.length > 0 ? { rows: [Math.min(...numbers), Math.max(...numbers)] as const } : {}),
  };
}

/** Returns the numbers of the first and last row of a table within a chunk. */
function rowsWithin({ rows = [] }: Block, start: number, end: number): number[] {
  const [from, to] = [firstEndingAfter(rows, start), firstEndingAfter(rows, end - 1)];
  return [rows[from], rows[to] ?? rows.at(-1)].flatMap((row) => (row?.row === undefined ? [] : [row.row]));
}

function defined<Fields extends object>(
  fields: { [Name in keyof Fields]: Fields[Name] | undefined },
): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
