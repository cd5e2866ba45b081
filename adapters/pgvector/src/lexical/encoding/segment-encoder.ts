import { createByteWriter } from "@quarry/core/internal";
import { createBloomFilter } from "./bloom-filter.ts";
import { MAX_INLINE_BYTES, PAGE_BYTES } from "./dictionary-page.ts";
import { isWordKey } from "./term-key.ts";

/** Postings that are too long for a page. */
export interface LongList {
  readonly key: number;
  readonly bytes: Uint8Array;
}

/** Encoded rows of a segment. */
export interface SegmentRows {
  /** Number of the first page. */
  readonly firstPage: number;
  readonly pages: readonly Uint8Array[];
  readonly lists: readonly LongList[];
}

/** Part of a segment's header that locates terms in its pages. */
export interface Directory {
  /** First key of each page. */
  readonly firstKeys: readonly number[];
  /** Bloom filter over the keys of words. */
  readonly wordFilter: Uint8Array;
}

/** Encodes the postings of a segment into pages and long lists. */
export interface SegmentEncoder {
  /** Adds a term; keys ascend. The bytes are copied. */
  add(key: number, count: number, postings: Uint8Array): void;
  /** Bytes that `take` would return. */
  pending(): number;
  /** Returns the finished rows; `isLast` finishes the last page too. */
  take(isLast: boolean): SegmentRows;
  directory(): Directory;
}

/** Creates the encoder of an empty segment. */
export function createSegmentEncoder(): SegmentEncoder {
  const entry = createByteWriter(2 * MAX_INLINE_BYTES);
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
      const isList = postings.length > MAX_INLINE_BYTES;
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
