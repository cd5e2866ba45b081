import type { PackedPostings } from "@quarry/core/internal";
import { createGenerationCache } from "./generation-cache.ts";

/** A term as one segment stores it. */
export interface StoredTerm {
  readonly segmentId: number;
  readonly key: number;
  /** Chunks in the segment that contain the term, retired ones included; 0 when the segment lacks it. */
  readonly count: number;
  /** The decoded postings; undefined for a long list that has not been read. */
  postings: PackedPostings | undefined;
}

/** Caches terms that searches have looked up, also missing ones: segments never change. */
export interface TermCache {
  get(segmentId: number, key: number): StoredTerm | undefined;
  set(term: StoredTerm): void;
  /** Gives a cached term the postings of its long list. */
  load(term: StoredTerm, postings: PackedPostings): void;
}

/** Estimated bytes of a term without its postings. */
const TERM_BYTES = 250;

/** Creates an empty cache. @param maxBytes Limit of all terms together. */
export function createTermCache(maxBytes: number): TermCache {
  const cache = createGenerationCache<number, StoredTerm>(maxBytes);
  // One number instead of a string, because a question makes hundreds of look-ups. Two terms may share a number, so
  // `get` compares.
  const placeOf = (segmentId: number, key: number) => key + segmentId * 1_000_003;
  const bytesOf = (postings: PackedPostings | undefined) => (postings ? postings.buffer.byteLength : 0);

  return {
    get(segmentId, key) {
      const found = cache.get(placeOf(segmentId, key));
      return found && found.key === key && found.segmentId === segmentId ? found : undefined;
    },
    set(term) {
      cache.set(placeOf(term.segmentId, term.key), term, TERM_BYTES + bytesOf(term.postings));
    },
    load(term, postings) {
      if (!term.postings) cache.grew(bytesOf(postings));
      term.postings = postings;
    },
  };
}
