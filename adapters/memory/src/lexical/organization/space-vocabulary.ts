/** Maps terms to the spaces of an organization that contain them. Spaces are identified by numbers. */
export interface SpaceVocabulary {
  add(term: string, space: number): void;
  remove(term: string, space: number): void;
  /** Returns the spaces that have contained the term; some may have lost it since. */
  holders(term: string): readonly number[];
}

/** Creates an empty vocabulary. Most terms occur in a single space, whose number then replaces the list. */
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
      // Order is irrelevant, so the last item fills the gap.
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
