import { createWordFilter, type WordFilter } from "@quarry/core/internal";

/** The terms of a field with their numbers. */
export interface Vocabulary {
  /** All numbers are below this. */
  limit(): number;
  /** Returns the term's number and assigns one if necessary. */
  intern(term: string): number;
  /** Returns the term's number; -1 when it has none. */
  find(term: string): number;
  entries(): Iterable<readonly [term: string, id: number]>;
  /** Returns the terms by number, without free numbers. */
  terms(): string[];
  /** Frees the numbers of terms. */
  free(terms: readonly string[]): void;
  /** Returns the terms that may be one edit apart from a word. */
  near(word: string): readonly string[];
  /**
   * Reports every current and future term to a watcher. All terms are reported as removed to the previous watcher.
   */
  watch(watcher: TermWatcher | undefined): void;
}

/** Receives changes of a vocabulary. */
export interface TermWatcher {
  added(term: string): void;
  removed(term: string): void;
}

/**
 * Creates a vocabulary.
 * @param initial Its terms by number. @param isFree Whether an initial number is free.
 */
export function createVocabulary(
  initial: readonly string[] = [],
  isFree: (id: number) => boolean = () => false,
): Vocabulary {
  const numbers = new Map<string, number>();
  let free: number[] = [];
  let next = 0;
  let watching: TermWatcher | undefined;
  // Made by the first question with an unknown word.
  let filter: WordFilter | undefined;
  for (const term of initial) {
    if (isFree(next)) free.push(next);
    else numbers.set(term, next);
    next += 1;
  }

  return {
    limit: () => next,
    intern(term) {
      const known = numbers.get(term);
      if (known !== undefined) return known;
      const id = free.pop() ?? next++;
      numbers.set(term, id);
      filter?.add(term);
      watching?.added(term);
      return id;
    },
    find: (term) => numbers.get(term) ?? -1,
    entries: () => numbers,
    terms() {
      const terms: string[] = [];
      for (const [term, id] of numbers) terms[id] = term;
      return terms;
    },
    free(terms) {
      for (const term of terms) {
        free.push(numbers.get(term) as number);
        numbers.delete(term);
        watching?.removed(term);
      }
      if (numbers.size === 0) [free, next] = [[], 0];
    },
    near(word) {
      filter ??= createWordFilter(() => numbers.keys());
      return filter.near(word);
    },
    watch(watcher) {
      for (const term of numbers.keys()) {
        watching?.removed(term);
        watcher?.added(term);
      }
      watching = watcher;
    },
  };
}
