import type { SpaceIndex } from "../space/space-index.ts";
import { createSpaceVocabulary } from "./space-vocabulary.ts";

/** The joint vocabulary of an organization with too many spaces to look up each word in each. */
export interface WideOrganization {
  /** Tracks the terms of a space, current ones included. */
  enter(spaceId: string, space: SpaceIndex): void;
  /** Stops tracking a space. */
  leave(spaceId: string): void;
  /** Returns the numbers of the spaces that may contain a term. */
  holders(term: string): readonly number[];
  /** The spaces by number. */
  readonly spaces: readonly (NumberedSpace | undefined)[];
}

/** A space with its id. */
export interface NumberedSpace {
  readonly spaceId: string;
  readonly space: SpaceIndex;
}

/** Up to this many spaces, looking up each space is as fast, and the vocabulary would waste memory. */
export const MAX_SEPARATE_SPACES = 256;

/** Creates an empty joint vocabulary. */
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
