import { createWordFilter, type WordFilter } from "@quarry/core/internal";
import type { TermNumbers } from "./term-numbers.ts";

/** The words of a space with their numbers. */
export interface Vocabulary extends TermNumbers {
  /** Returns the words that may be one edit apart from a word. */
  near(word: string): readonly string[];
  /**
   * Reports every current and future word to a watcher. All words are reported as removed to the previous watcher.
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
 * @param initial Its words by number. @param isFree Whether an initial number is free.
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
    limit: () => next,
    terms() {
      const terms: string[] = [];
      for (const [term, id] of numbers) terms[id] = term;
      return terms;
    },
    free(isUnused) {
      for (const [term, id] of numbers) {
        if (!isUnused(id)) continue;
        free.push(id);
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
