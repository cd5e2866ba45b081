import type { TermStatistics } from "@quarry/core/internal";
import type { Run } from "../../sql/sql-executor.ts";
import { mayHold } from "../encoding/bloom-filter.ts";
import { PageCursor } from "../encoding/dictionary-page.ts";
import { decodePostings } from "../encoding/posting-list.ts";
import { pageOf } from "../encoding/segment-header.ts";
import { gramKey, isWordKey, wordKey } from "../encoding/term-key.ts";
import type { SegmentReader } from "../storage/segment-reader.ts";
import type { SegmentView, SpaceView } from "./space-view.ts";

/** A term's postings in one segment. */
export interface TermPart {
  readonly segment: SegmentView;
  readonly key: number;
  /** Chunks in the segment that contain the term, retired ones included. */
  readonly count: number;
  /** The encoded postings; undefined until a long list has been read. */
  bytes: Uint8Array | undefined;
}

/** The terms of one space that a query has looked up so far. */
export interface SpaceTerms extends TermStatistics {
  readonly view: SpaceView;
  readonly parts: Map<number, TermPart[]>;
  /** For each word that the space lacks, the similar words that its Bloom filters do not rule out. */
  readonly likes: Map<string, readonly string[]>;
}

/** Creates the `SpaceTerms` of a space without looking up any term. */
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
 * Counts the live chunks that contain a term. For an unread list it returns the lower bound: only lists of grams stay
 * unread, and only when even that bound prunes the gram.
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

/** Lower bound of the live chunks that contain a term in a segment. */
export function leastLive(count: number, deadChunks: number): number {
  return Math.max(0, count - deadChunks);
}

/** Looks up terms by key in the dictionaries of each space. Long lists are not read. */
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

/** Reads the long lists of the given parts. */
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
