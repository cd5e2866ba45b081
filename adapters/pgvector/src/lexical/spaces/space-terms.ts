import type { TermStatistics } from "@quarry/core/internal";
import type { Run } from "../../sql/sql-executor.ts";
import { mayHold } from "../encoding/bloom-filter.ts";
import { PageCursor } from "../encoding/dictionary-page.ts";
import { decodePostings } from "../encoding/posting-list.ts";
import { pageOf } from "../encoding/segment-header.ts";
import { gramKey, isWordKey, wordKey } from "../encoding/term-key.ts";
import type { TermPart } from "../storage/found-terms.ts";
import type { SegmentReader } from "../storage/segment-reader.ts";
import type { SegmentView, SpaceView } from "../storage/space-view.ts";

/** The terms of one space that a query has looked up so far. */
export interface SpaceTerms extends TermStatistics {
  readonly view: SpaceView;
  readonly parts: Map<number, readonly TermPart[]>;
  /** For each word that the space lacks, the similar words that its Bloom filters do not rule out. */
  readonly likes: Map<string, readonly string[]>;
}

/** Creates the `SpaceTerms` of a space without looking up any term. */
export function createSpaceTerms(view: SpaceView): SpaceTerms {
  const parts = new Map<number, readonly TermPart[]>();
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
function liveCount({ segment, term }: TermPart): number {
  const { header, dead, deadChunks, liveCounts } = segment;
  const { count, postings } = term;
  if (!dead) return count;
  if (!postings) return leastLive(count, deadChunks);
  const known = liveCounts.get(term);
  if (known !== undefined) return known;
  let live = 0;
  for (let index = 0; index < count; index++) {
    const slot = (postings.buffer[index] as number) >>> 8;
    if (dead[header.documentOf[slot] as number] === 0) live += 1;
  }
  liveCounts.set(term, live);
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
  const pages = new Map<string, WantedPage>();
  const found: { readonly view: SpaceView; readonly key: number; readonly parts: TermPart[] }[] = [];
  for (const { terms, keys } of asked)
    for (const key of keys) {
      if (terms.parts.has(key)) continue;
      const known = reader.spaceTerms.get(terms.view, key);
      if (known) {
        terms.parts.set(key, known);
        continue;
      }
      const parts: TermPart[] = [];
      terms.parts.set(key, parts);
      found.push({ view: terms.view, key, parts });
      for (const segment of terms.view.segments) {
        const { segmentId, wordFilter } = segment.header;
        const term = reader.terms.get(segmentId, key);
        if (term) {
          if (term.count > 0) parts.push({ segment, term });
          continue;
        }
        if (isWordKey(key) && !mayHold(wordFilter, key)) continue;
        const page = pageOf(segment.header, key);
        if (page < 0) continue;
        const name = `${segmentId} ${page}`;
        const wanted = pages.get(name) ?? { segment, page, keys: new Map<number, TermPart[]>() };
        wanted.keys.set(key, parts);
        pages.set(name, wanted);
      }
    }
  if (pages.size > 0) await readPages(run, reader, orgId, [...pages.values()]);
  // Only now: another search must not find parts that are still being read.
  for (const { view, key, parts } of found) reader.spaceTerms.set(view, key, parts);
}

/** A page to read, and for each key to look up in it where to add the term. */
interface WantedPage {
  readonly segment: SegmentView;
  readonly page: number;
  readonly keys: Map<number, TermPart[]>;
}

async function readPages(
  run: Run,
  reader: SegmentReader,
  orgId: string,
  wanted: readonly WantedPage[],
): Promise<void> {
  const names = wanted.map(({ segment, page }) => ({ segmentId: segment.header.segmentId, page }));
  const found = await reader.pages(run, orgId, names);
  for (const [at, { segment, keys }] of wanted.entries()) {
    const { segmentId } = segment.header;
    const cursor = new PageCursor(found[at] as Uint8Array);
    while (keys.size > 0 && cursor.next()) {
      const parts = keys.get(cursor.key);
      if (!parts) continue;
      const { key, count, isList } = cursor;
      keys.delete(key);
      const term = {
        segmentId,
        key,
        count,
        postings: isList ? undefined : decodePostings(cursor.bytes(), count),
      };
      reader.terms.set(term);
      parts.push({ segment, term });
    }
    for (const key of keys.keys()) reader.terms.set({ segmentId, key, count: 0, postings: undefined });
  }
}

/** Reads the long lists of the given parts. */
export async function readLists(
  run: Run,
  reader: SegmentReader,
  orgId: string,
  parts: readonly TermPart[],
): Promise<void> {
  const missing = parts.filter(({ term }) => term.postings === undefined);
  if (missing.length === 0) return;
  const lists = await reader.lists(
    run,
    orgId,
    missing.map(({ term }) => term),
  );
  for (const [at, { term }] of missing.entries())
    reader.terms.load(term, decodePostings(lists[at] as Uint8Array, term.count));
}
