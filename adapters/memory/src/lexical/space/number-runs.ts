import { GRAM_CELLS, type RunNumbers, type TermRun } from "@quarry/core/internal";
import type { FieldIndex } from "../fields/field-index.ts";
import type { GramNumbers } from "../fields/gram-numbers.ts";

/** The numbers of a space's terms. */
export interface SpaceNumbers {
  readonly words: Pick<FieldIndex, "intern">;
  readonly grams: Pick<GramNumbers, "internPacked">;
  /** As `SpaceIndex.numbering`. */
  numbering(): object;
}

/** Returns the numbers of a run's terms in a space, and assigns new ones. */
export type NumberRun = (run: TermRun) => RunNumbers;

/**
 * Creates the function for chunks that are written together. A run keeps the numbers that it got last, because most words
 * of a document are in many others. Valid as long as the caller counts as a writer of the space.
 */
export function createNumberRun({ words, grams, numbering }: SpaceNumbers): NumberRun {
  const current = numbering();
  return (run) => {
    const known = run.numbers;
    if (known?.numbering === current) return known;
    const sequenceEnd = run.sequence.length;
    const joinedEnd = sequenceEnd + run.joined.length;
    const cells = new Uint32Array(joinedEnd + run.grams.length / GRAM_CELLS);
    let end = 0;
    for (const term of run.sequence) cells[end++] = words.intern(term);
    for (const term of run.joined) cells[end++] = words.intern(term);
    for (let at = 0; at < run.grams.length; at += GRAM_CELLS)
      cells[end++] = grams.internPacked(run.grams[at] as number, run.grams[at + 1] as number);
    run.numbers = { numbering: current, cells, sequenceEnd, joinedEnd };
    return run.numbers;
  };
}
