import type { TermRun } from "@quarry/core/internal";
import type { FieldIndex } from "../fields/field-index.ts";

/** The numbers of a run's terms in a space. */
export interface NumberedRun {
  readonly sequence: readonly number[];
  readonly joined: readonly number[];
  readonly grams: readonly number[];
}

/** Returns the numbers of a run's terms, and assigns new ones. */
export type NumberRun = (run: TermRun) => NumberedRun;

/**
 * Creates the function for chunks that are written together: it looks each distinct run up once. Valid as long as the
 * caller counts as a writer of the space.
 */
export function createNumberRun({
  words,
  grams,
}: {
  readonly words: FieldIndex;
  readonly grams: FieldIndex;
}): NumberRun {
  const known = new Map<TermRun, NumberedRun>();
  return (run) => {
    const found = known.get(run);
    if (found) return found;
    const numbered = {
      sequence: run.sequence.map(words.intern),
      joined: run.joined.map(words.intern),
      grams: run.grams.map(grams.intern),
    };
    known.set(run, numbered);
    return numbered;
  };
}
