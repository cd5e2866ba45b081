import { createWordFilter, type WordFilter } from "@quarry/core/internal";
import { createWordTable, type PackedWords } from "./packed-words.ts";
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
 * @param initial Its words by number; not copied.
 */
export function createVocabulary(initial?: PackedWords): Vocabulary {
  let packed = initial && createWordTable(initial);
  // The words that are not packed.
  const numbers = new Map<string, number>();
  let free: number[] = [];
  let next = packed?.count ?? 0;
  let watching: TermWatcher | undefined;
  // Made by the first question with an unknown word.
  let filter: WordFilter | undefined;
  for (let id = 0; id < next; id++) if (packed?.isFree(id)) free.push(id);

  function* packedWords(): Generator<[word: string, id: number]> {
    for (let id = 0; packed && id < packed.count; id++) if (!packed.isFree(id)) yield [packed.at(id), id];
  }

  function* words(): Generator<string> {
    for (const [word] of packedWords()) yield word;
    yield* numbers.keys();
  }

  function find(term: string): number {
    const id = packed?.find(term) ?? -1;
    return id >= 0 ? id : (numbers.get(term) ?? -1);
  }

  return {
    intern(term) {
      const known = find(term);
      if (known >= 0) return known;
      const id = free.pop() ?? next++;
      numbers.set(term, id);
      filter?.add(term);
      watching?.added(term);
      return id;
    },
    find,
    limit: () => next,
    terms() {
      const terms: string[] = [];
      for (const [word, id] of packedWords()) terms[id] = word;
      for (const [term, id] of numbers) terms[id] = term;
      return terms;
    },
    free(isUnused) {
      for (const [word, id] of packedWords()) numbers.set(word, id);
      packed = undefined;
      for (const [term, id] of numbers) {
        if (!isUnused(id)) continue;
        free.push(id);
        numbers.delete(term);
        watching?.removed(term);
      }
      if (numbers.size === 0) [free, next] = [[], 0];
    },
    near(word) {
      filter ??= createWordFilter(words);
      return filter.near(word);
    },
    watch(watcher) {
      for (const term of words()) {
        watching?.removed(term);
        watcher?.added(term);
      }
      watching = watcher;
    },
  };
}
