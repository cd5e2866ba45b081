/** Which spaces of an organization know a term; spaces are named by numbers. */
export interface SpaceVocabulary {
  add(term: string, space: number): void;
  remove(term: string, space: number): void;
  /** The spaces that have had the term in a chunk; some may have lost it since. */
  holders(term: string): readonly number[];
}

/** Makes an empty vocabulary. Most terms are known to a single space, whose number then stands for the list. */
export function createSpaceVocabulary(): SpaceVocabulary {
  const terms = new Map<string, number | number[]>();
  return {
    add(term, space) {
      const held = terms.get(term);
      if (held === undefined) terms.set(term, space);
      else if (typeof held === "number") terms.set(term, [held, space]);
      else held.push(space);
    },
    remove(term, space) {
      const held = terms.get(term);
      if (held === space) terms.delete(term);
      if (typeof held !== "object") return;
      const at = held.indexOf(space);
      if (at < 0) return;
      // The order does not matter, so the last one fills the gap.
      const last = held.pop() as number;
      if (at < held.length) held[at] = last;
      if (held.length === 0) terms.delete(term);
    },
    holders(term) {
      const held = terms.get(term);
      return typeof held === "object" ? held : held === undefined ? [] : [held];
    },
  };
}
