import { createByteWriter } from "@quarry/core";
import { createBloomFilter } from "./bloom-filter.ts";
import { MOST_INLINE, PAGE_BYTES } from "./dictionary-page.ts";
import { isWordKey } from "./term-key.ts";

/** Postings too long for a page. */
export interface LongList {
  readonly key: number;
  readonly bytes: Uint8Array;
}

/** Rows of a segment that are ready to be stored. */
export interface SegmentRows {
  /** Number of the first page. */
  readonly firstPage: number;
  readonly pages: readonly Uint8Array[];
  readonly lists: readonly LongList[];
}

/** What a segment's header says of its dictionary. */
export interface Directory {
  /** First key of each page. */
  readonly firstKeys: readonly number[];
  /** Filter over the words' keys. */
  readonly wordFilter: Uint8Array;
}

/** Lays out the postings of a segment. */
export interface SegmentEncoder {
  /** Adds a term; keys ascend. The bytes are copied. */
  add(key: number, count: number, postings: Uint8Array): void;
  /** Bytes that wait in `take`. */
  pending(): number;
  /** The rows that are finished; `isLast` finishes all. */
  take(isLast: boolean): SegmentRows;
  directory(): Directory;
}

/** Makes the encoder of an empty segment. */
export function createSegmentEncoder(): SegmentEncoder {
  const entry = createByteWriter(2 * MOST_INLINE);
  const page = createByteWriter(PAGE_BYTES * 2);
  const firstKeys: number[] = [];
  const wordKeys: number[] = [];
  let pages: Uint8Array[] = [];
  let lists: LongList[] = [];
  let taken = 0;
  let pending = 0;
  let before = 0;

  function closePage(): void {
    if (page.length === 0) return;
    pages.push(page.take());
    pending += page.length;
    page.clear();
  }

  function writeEntry(key: number, count: number, postings: Uint8Array, isList: boolean): void {
    entry.clear();
    entry.write(page.length === 0 ? key : key - before);
    entry.write(count * 2 + (isList ? 1 : 0));
    if (isList) return;
    if (count > 1) entry.write(postings.length);
    entry.append(postings);
  }

  return {
    add(key, count, postings) {
      const isList = postings.length > MOST_INLINE;
      writeEntry(key, count, postings, isList);
      if (page.length > 0 && page.length + entry.length > PAGE_BYTES) {
        closePage();
        writeEntry(key, count, postings, isList);
      }
      if (page.length === 0) firstKeys.push(key);
      page.append(entry.view());
      before = key;
      if (isWordKey(key)) wordKeys.push(key);
      if (!isList) return;
      lists.push({ key, bytes: postings.slice() });
      pending += postings.length;
    },
    pending: () => pending,
    take(isLast) {
      if (isLast) closePage();
      const rows = { firstPage: taken, pages, lists };
      taken += pages.length;
      [pages, lists, pending] = [[], [], 0];
      return rows;
    },
    directory: () => ({ firstKeys, wordFilter: createBloomFilter(wordKeys) }),
  };
}
