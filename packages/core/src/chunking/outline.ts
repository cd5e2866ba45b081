import type { ParsedDocument, Place } from "../ports/parser.ts";
import { firstIndexWhere } from "../structures/sorted-search.ts";
import type { Chunk } from "./chunk.ts";

/** A heading of a document with the range of its section, subsections included. */
export interface OutlineEntry {
  readonly title: string;
  /** 1 to 6. */
  readonly level: number;
  /** Offsets into the extracted text, up to the next heading of the same or a higher level; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly place: Place;
  /** Indexes of the first and last chunk that overlap the section. */
  readonly firstChunk: number;
  readonly lastChunk: number;
}

const MAX_ENTRIES = 10_000;

/** Returns a document's headings in order, at most 10,000. */
export function outlineOf(
  { text, blocks }: Pick<ParsedDocument, "text" | "blocks">,
  chunks: readonly Pick<Chunk, "start" | "end">[],
): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const ends: number[] = [];
  const open: number[] = [];
  let chunk = 0;
  for (const { kind, level = 1, title, start, page, slide, sheet } of blocks) {
    if (kind !== "heading" || !title || entries.length === MAX_ENTRIES) continue;
    while (open.length > 0 && (entries[open.at(-1) ?? 0]?.level ?? 0) >= level) ends[open.pop() ?? 0] = start;
    while (chunk < chunks.length - 1 && (chunks[chunk]?.end ?? 0) <= start) chunk += 1;
    open.push(entries.length);
    const place = {
      ...(page === undefined ? {} : { page }),
      ...(slide === undefined ? {} : { slide }),
      ...(sheet === undefined ? {} : { sheet }),
    };
    entries.push({ title, level, start, end: text.length, place, firstChunk: chunk, lastChunk: chunk });
  }
  return entries.map((entry, at) => {
    const end = ends[at] ?? text.length;
    return { ...entry, end, lastChunk: lastStartingBefore(chunks, end, entry.firstChunk) };
  });
}

/** Returns the index of the last chunk from `from` on that starts before `end`. */
function lastStartingBefore(
  chunks: readonly { readonly start: number }[],
  end: number,
  from: number,
): number {
  return firstIndexWhere(from + 1, chunks.length, (index) => (chunks[index]?.start ?? end) >= end) - 1;
}
