import { packPosting } from "@quarry/core/internal";
import { type AppendedPostings, createAppendedPostings } from "./appended-postings.ts";
import { NO_POSTINGS, type PostingsPart } from "./postings-part.ts";

/** Postings of many terms, concatenated without gaps. */
export interface DensePostings {
  /** End of each term's postings; they start at the end of the previous term's. */
  readonly ends: Uint32Array;
  readonly cells: Uint32Array;
}

/** The chunks and frequencies of each term. */
export interface Postings {
  /** As `AppendedPostings.touch`. */
  touch: AppendedPostings["touch"];
  /** Adds a posting, unless the term's list is dropped. */
  append(term: number, slot: number, frequency: number): void;
  /** Number of a term's postings; 0 for a dropped list. */
  count(term: number): number;
  /** Returns a term's initial postings. All their slots are below the slots of appended ones. */
  dense(term: number): PostingsPart;
  /** Returns a term's appended postings, valid until the next call or change, because short lists share one buffer. */
  appended(term: number): PostingsPart;
  /** Frees a term's list, which then stays empty until `restore`. */
  drop(term: number): void;
  /** The terms whose lists are dropped. */
  readonly dropped: ReadonlySet<number>;
  /** Puts a dropped list back, with these postings by ascending slot, unless it is too long again. */
  restore(term: number, postings: Uint32Array): void;
}

/**
 * Creates postings.
 * @param initial Initial postings, which are not changed.
 * @param longest A list that grows longer is dropped.
 */
export function createPostings(
  initial: DensePostings | undefined,
  longest = Number.POSITIVE_INFINITY,
): Postings {
  const grown = createAppendedPostings();
  const dropped = new Set<number>();
  // Terms whose initial postings no longer count.
  const outdated = new Set<number>();

  function dense(term: number): PostingsPart {
    const end = initial?.ends[term] ?? 0;
    if (!initial || end === 0 || outdated.has(term)) return NO_POSTINGS;
    return { cells: initial.cells, start: term === 0 ? 0 : (initial.ends[term - 1] as number), end };
  }

  function denseCount(term: number): number {
    const end = initial?.ends[term] ?? 0;
    if (!initial || end === 0 || outdated.has(term)) return 0;
    return term === 0 ? end : end - (initial.ends[term - 1] as number);
  }

  function count(term: number): number {
    return denseCount(term) + grown.count(term);
  }

  function drop(term: number): void {
    grown.clear(term);
    outdated.add(term);
    dropped.add(term);
  }

  function append(term: number, posting: number): void {
    if (dropped.size > 0 && dropped.has(term)) return;
    const appended = grown.append(term, posting);
    if (denseCount(term) + appended > longest) drop(term);
  }

  return {
    touch: grown.touch,
    append: (term, slot, frequency) => append(term, packPosting(slot, frequency)),
    count,
    dense,
    appended: grown.of,
    drop,
    dropped,
    restore(term, postings) {
      dropped.delete(term);
      for (const posting of postings) append(term, posting);
    },
  };
}
