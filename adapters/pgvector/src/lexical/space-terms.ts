import type { TermStatistics } from "@quarry/core/internal";
import type { Run } from "../sql-executor.ts";
import { mayHold } from "./bloom-filter.ts";
import { PageCursor } from "./dictionary-page.ts";
import { decodePostings } from "./posting-list.ts";
import { pageOf } from "./segment-header.ts";
import type { SegmentReader } from "./segment-reader.ts";
import type { SegmentView, SpaceView } from "./space-view.ts";
import { gramKey, isWordKey, wordKey } from "./term-key.ts";

/** A term's postings in one segment. */
export interface TermPart {
  readonly segment: SegmentView;
  readonly key: number;
  /** Chunks in the segment that hold the term, dead ones included. */
  readonly count: number;
  /** The postings; undefined until a long list is read. */
  bytes: Uint8Array | undefined;
}

/** The terms of one space that a question has asked for so far. */
export interface SpaceTerms extends TermStatistics {
  readonly view: SpaceView;
  readonly parts: Map<number, TermPart[]>;
  /** By a word that the space lacks: the look-alikes that its filters do not rule out. */
  readonly likes: Map<string, readonly string[]>;
}

/** Makes the terms of a space that has not been asked for any. */
export function createSpaceTerms(view: SpaceView): SpaceTerms {
  const parts = new Map<number, TermPart[]>();
  const likes = new Map<string, readonly string[]>();
  const frequencies = new Map<number, number>();
  const frequency = (key: number) => {
    const own = parts.get(key);
    if (!own) return 0;
    const known = frequencies.get(key);
    if (known !== undefined) return known;
    const found = own.reduce((sum, part) => sum + liveCount(part), 0);
    frequencies.set(key, found);
    return found;
  };
  return {
    view,
    parts,
    likes,
    chunks: view.chunkCount,
    wordFrequency: (term) => frequency(wordKey(term)),
    gramFrequency: (term) => frequency(gramKey(term)),
    wordsOneEditApart: (word) => likes.get(word) ?? [],
  };
}

/**
 * Live chunks that hold a term. Of a list that was not read the least there can be is taken: only a gram's is left
 * out, and only when that is too many already.
 */
function liveCount({ segment, count, bytes }: TermPart): number {
  const { header, dead, deadChunks } = segment;
  if (!dead) return count;
  if (!bytes) return leastLive(count, deadChunks);
  const { buffer } = decodePostings(bytes, count);
  let live = 0;
  for (let index = 0; index < count; index++) {
    const slot = (buffer[index] as number) >>> 8;
    if (dead[header.documentOf[slot] as number] === 0) live += 1;
  }
  return live;
}

/** The fewest live chunks that a term can have in a segment. */
export function leastLive(count: number, deadChunks: number): number {
  return Math.max(0, count - deadChunks);
}

/** Looks up terms by key in the dictionaries of each space; long lists are left where they are. */
export async function findTerms(
  run: Run,
  reader: SegmentReader,
  orgId: string,
  asked: readonly { readonly terms: SpaceTerms; readonly keys: Iterable<number> }[],
): Promise<void> {
  const pages = new Map<
    string,
    { terms: SpaceTerms; segment: SegmentView; page: number; keys: Set<number> }
  >();
  for (const { terms, keys } of asked)
    for (const key of keys) {
      if (terms.parts.has(key)) continue;
      for (const segment of terms.view.segments) {
        const { header } = segment;
        if (isWordKey(key) && !mayHold(header.wordFilter, key)) continue;
        const page = pageOf(header, key);
        if (page < 0) continue;
        const name = `${header.segmentId} ${page}`;
        const wanted = pages.get(name) ?? { terms, segment, page, keys: new Set<number>() };
        wanted.keys.add(key);
        pages.set(name, wanted);
      }
    }
  const wanted = [...pages.values()];
  const names = wanted.map(({ segment, page }) => ({ segmentId: segment.header.segmentId, page }));
  const found = await reader.pages(run, orgId, names);
  for (const [at, { terms, segment, keys }] of wanted.entries()) {
    const cursor = new PageCursor(found[at] as Uint8Array);
    for (let left = keys.size; left > 0 && cursor.next(); ) {
      if (!keys.has(cursor.key)) continue;
      left -= 1;
      const { key, count, isList } = cursor;
      const parts = terms.parts.get(key) ?? [];
      terms.parts.set(key, parts);
      parts.push({ segment, key, count, bytes: isList ? undefined : cursor.bytes() });
    }
  }
}

/** Reads the long lists of some parts. */
export async function readLists(
  run: Run,
  reader: SegmentReader,
  orgId: string,
  parts: readonly TermPart[],
): Promise<void> {
  const missing = parts.filter(({ bytes }) => bytes === undefined);
  const names = missing.map(({ segment, key }) => ({ segmentId: segment.header.segmentId, key }));
  const lists = await reader.lists(run, orgId, names);
  for (const [at, part] of missing.entries()) part.bytes = lists[at];
}
