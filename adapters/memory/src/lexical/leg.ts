import { createGrowingArray } from "./growing-array.ts";
import { createPostings, frequencyOf, type Postings, slotOf } from "./postings.ts";

/** One field of evidence of a space: its vocabulary, the live chunks per term, and the postings. */
export interface Leg {
  /** The term's number, new if need be. A number that no chunk uses is given away at the next `compact`. */
  intern(term: string): number;
  /** The term's number, -1 when it has none. */
  find(term: string): number;
  /** Live chunks that hold the term. */
  documentFrequency(id: number): number;
  add(id: number, slot: number, frequency: number): void;
  /** Takes a chunk's term out of the count; its posting stays until `compact`. */
  drop(id: number): void;
  /** As `Postings.read`; dead slots are among them. */
  read: Postings["read"];
  /**
   * Rebuilds the postings without dead slots.
   * @param renumber New number of each slot, -1 for a dead one.
   * @param freeTerms Whether numbers of terms that are in no chunk may be reused.
   */
  compact(renumber: Int32Array, freeTerms: boolean): void;
  /** Length of all live chunks together, kept by the space. */
  totalLength: number;
}

/** Makes an empty leg. */
export function createLeg(): Leg {
  const vocabulary = new Map<string, number>();
  const frequencies = createGrowingArray();
  let postings = createPostings();
  let free: number[] = [];
  let next = 0;

  return {
    totalLength: 0,
    intern(term) {
      const known = vocabulary.get(term);
      if (known !== undefined) return known;
      const id = free.pop() ?? next++;
      frequencies.reserve(id + 1);
      vocabulary.set(term, id);
      return id;
    },
    find: (term) => vocabulary.get(term) ?? -1,
    documentFrequency: (id) => frequencies.cells[id] ?? 0,
    add(id, slot, frequency) {
      postings.append(id, slot, frequency);
      frequencies.cells[id] = (frequencies.cells[id] as number) + 1;
    },
    drop(id) {
      frequencies.cells[id] = (frequencies.cells[id] as number) - 1;
    },
    read: (id) => postings.read(id),
    compact(renumber, freeTerms) {
      const compacted = createPostings();
      const dead: string[] = [];
      for (const [term, id] of vocabulary) {
        if (frequencies.cells[id] === 0) {
          dead.push(term);
          continue;
        }
        const { buffer, count } = postings.read(id);
        for (let index = 0; index < count; index++) {
          const posting = buffer[index] as number;
          const slot = renumber[slotOf(posting)] as number;
          if (slot >= 0) compacted.append(id, slot, frequencyOf(posting));
        }
      }
      postings = compacted;
      if (!freeTerms) return;
      for (const term of dead) {
        free.push(vocabulary.get(term) as number);
        vocabulary.delete(term);
      }
      if (vocabulary.size === 0) [free, next] = [[], 0];
    },
  };
}
