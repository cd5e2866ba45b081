import type { SpaceIndex } from "../space/space-index.ts";
import { createSpaceVocabulary } from "./space-vocabulary.ts";

/** An organization of so many spaces that a question cannot ask each for its words. */
export interface WideOrganization {
  /** Follows the terms of a space from now on, those that it has among them. */
  enter(spaceId: string, space: SpaceIndex): void;
  /** Forgets a space. */
  leave(spaceId: string): void;
  /** The spaces that may hold a term. */
  holders(term: string): readonly number[];
  /** The spaces by the numbers that `holders` gives them. */
  readonly spaces: readonly (NumberedSpace | undefined)[];
}

/** A space with its id. */
export interface NumberedSpace {
  readonly spaceId: string;
  readonly space: SpaceIndex;
}

/** Below it, asking every space is as quick, and the vocabulary would take memory for nothing. */
export const WIDE = 256;

/** Makes the vocabulary of an organization's spaces. */
export function createWideOrganization(): WideOrganization {
  const vocabulary = createSpaceVocabulary();
  const spaces: (NumberedSpace | undefined)[] = [];
  const numbers = new Map<string, number>();
  const free: number[] = [];
  return {
    enter(spaceId, space) {
      const number = free.pop() ?? spaces.length;
      spaces[number] = { spaceId, space };
      numbers.set(spaceId, number);
      space.words.watch({
        added: (term) => vocabulary.add(term, number),
        removed: (term) => vocabulary.remove(term, number),
      });
    },
    leave(spaceId) {
      const number = numbers.get(spaceId);
      if (number === undefined) return;
      spaces[number]?.space.words.watch(undefined);
      spaces[number] = undefined;
      numbers.delete(spaceId);
      free.push(number);
    },
    holders: vocabulary.holders,
    spaces,
  };
}
