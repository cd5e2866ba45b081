import type { LocatedTerm } from "../text/locate/located-term.ts";
import { isCharacter } from "./dictionary-pieces.ts";
import { areNeighbours, pairOf, type Question } from "./question.ts";

/** A word of a passage that matches a word of the question. */
export interface MatchedWord extends LocatedTerm {
  /** The question's term; differs from `term` for a fuzzy match. */
  readonly questionTerm: string;
}

/** A run of this many words in the question's order is significant, even of function words. */
const LONG_RUN = 4;
/** `LONG_RUN` for single Han and Kana characters. */
const LONG_CHARACTER_RUN = 6;

/**
 * Selects the words to highlight, as runs of words that are adjacent in both the passage and the question. Function words,
 * single characters and fragments occur in half of all passages, so they count only as part of a longer run.
 * @param words The passage's words in reading order; undefined for words without a match.
 */
export function highlightedRuns(
  passage: string,
  words: readonly (MatchedWord | undefined)[],
  question: Question,
): MatchedWord[][] {
  const lit: MatchedWord[][] = [];
  const lone: MatchedWord[][] = [];
  for (const run of runsOf(passage, words, question)) {
    const shown = question.isWeak ? run : withoutBorders(run, question);
    const [first] = shown;
    if (!first) continue;
    const isAlone = shown.length === 1 && (question.isWeak || isPartOfWord(first, question));
    (isAlone ? lone : lit).push(shown);
  }
  return lit.length > 0 ? lit : lone;
}

function runsOf(
  passage: string,
  words: readonly (MatchedWord | undefined)[],
  { pairs }: Question,
): MatchedWord[][] {
  const runs: MatchedWord[][] = [];
  let before: MatchedWord | undefined;
  for (const word of words) {
    const goesOn =
      word &&
      before &&
      pairs.has(pairOf(before.questionTerm, word.questionTerm)) &&
      areNeighbours(passage, before, word);
    if (goesOn) runs.at(-1)?.push(word);
    else if (word) runs.push([word]);
    before = word;
  }
  return runs;
}

/** Removes the function words at both ends of a short run, unless the run is the whole question. */
function withoutBorders(run: MatchedWord[], { unitsOf, wordCount }: Question): MatchedWord[] {
  if (run.length >= wordCount) return run;
  const counts = ({ questionTerm }: MatchedWord) =>
    unitsOf.get(questionTerm)?.some((unit) => unit.counts) === true;
  const ofCharacters = run.every(({ term }) => isCharacter(term));
  const first = run.findIndex(counts);
  if (first < 0) return !ofCharacters && run.length >= LONG_RUN ? run : [];
  if (run.length >= (ofCharacters ? LONG_CHARACTER_RUN : LONG_RUN)) return run;
  return run.slice(first, run.findLastIndex(counts) + 1);
}

/** True for a fragment, and for a Han or Kana character that is not a word of the question by itself. */
function isPartOfWord({ questionTerm }: MatchedWord, { unitsOf }: Question): boolean {
  const units = unitsOf.get(questionTerm) ?? [];
  return units.every(({ terms, isFragment }) => isFragment || terms.length > 1);
}
