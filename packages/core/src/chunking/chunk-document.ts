import type { Block, ParsedDocument } from "../ports/parser.ts";
import { type Chunk, type ChunkOptions, type ChunkSizes, chunkSizes, type Span } from "./chunk.ts";
import { CutPlaces } from "./cut-places.ts";
import { cutSpan } from "./cut-span.ts";
import { groupSections } from "./section-groups.ts";
import { sectionsOf } from "./sections.ts";
import { coveringBlocks } from "./text-blocks.ts";
import { trimSpan } from "./white-space.ts";

const DEFAULT_TARGET_CHARS = 1200;

/**
 * Cuts a document into chunks that together hold all its text but white space, once and in order. They follow the
 * document's structure, and an edit changes only the chunks near it: the cuts depend on the text around them alone.
 *
 * @example
 * chunkDocument(parsed).map((chunk) => [...chunk.headings, chunk.text].join("\n"));
 */
export function chunkDocument(parsed: ParsedDocument, options: ChunkOptions = {}): Chunk[] {
  const { text } = parsed;
  const sizes = chunkSizes(options.targetChars ?? DEFAULT_TARGET_CHARS);
  const blocks = coveringBlocks(text, parsed.blocks);
  const places = new CutPlaces(text, blocks, sizes);

  const chunks: Chunk[] = [];
  let blockIndex = 0;
  for (const group of groupSections(text, sectionsOf(text, blocks, sizes.target), sizes)) {
    for (const piece of piecesOf(text, group, places, sizes)) {
      const { start, end } = trimSpan(text, piece);
      if (start === end) continue;
      while ((blocks[blockIndex]?.end ?? text.length) <= start) blockIndex++;
      chunks.push({
        index: chunks.length,
        start,
        end,
        text: text.slice(start, end),
        headings: group.headings,
        ...placeOf(blocks[blockIndex], start),
      });
    }
  }
  return chunks;
}

function piecesOf(text: string, group: Span, places: CutPlaces, sizes: ChunkSizes): Span[] {
  const span = trimSpan(text, group);
  return span.end - span.start <= sizes.wholeSection ? [span] : cutSpan(text, span, places, sizes);
}

/** What the block on which a chunk starts says about it. */
function placeOf(block: Block | undefined, start: number): { context?: string; page?: number } {
  const belowHeader = block?.kind === "table" && start >= (block.rows?.[1]?.start ?? block.end);
  return {
    ...(belowHeader && block.header ? { context: block.header } : {}),
    ...(block?.page === undefined ? {} : { page: block.page }),
  };
}
