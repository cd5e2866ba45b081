import type { RunNumbers, TermRun } from "@quarry/core/internal";
import type { SpaceIndex } from "./space-index.ts";

/** Returns the numbers of a run's terms in a space, and assigns new ones. */
export type NumberRun = (run: TermRun) => RunNumbers;

/**
 * Creates the function for chunks that are written together. A run keeps the numbers that it got last, because most words
 * of a document are in many others. Valid as long as the caller counts as a writer of the space.
 */
export function createNumberRun({
  words,
  grams,
  numbering,
}: Pick<SpaceIndex, "words" | "grams" | "numbering">): NumberRun {
  const current = numbering();
  return (run) => {
    const known = run.numbers;
    if (known?.numbering === current) return known;
    const numbers = {
      numbering: current,
      sequence: run.sequence.map(words.intern),
      joined: run.joined.map(words.intern),
      grams: run.grams.map(grams.intern),
    };
    run.numbers = numbers;
    return numbers;
  };
}
