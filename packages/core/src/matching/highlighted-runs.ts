import type { LocatedTerm } from "../text/locate/located-term.ts";
import { isCharacter } from "./dictionary-pieces.ts";
import { areNeighbours, pairOf, type Question } from "./question.ts";

/** A word of a passage that is a word of the question. */
export interface MatchedWord extends LocatedTerm {
  /** The question's term: another one than its own when a typo is between. */
  readonly asked: string;
}

/** So many words in the question's order say something, whatever words they are. */
const LONG_RUN = 4;
/** As `LONG_RUN`, of single characters. */
const LONG_CHARACTER_RUN = 6;

/**
 * The words to show, as runs of words that follow each other in the passage as in the question. Function words, lone
 * characters and fragments are in half of all passages: they count only as parts of a run that says more.
 * @param words Matched words of a passage in reading order; undefined for any other word.
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
      word && before && pairs.has(pairOf(before.asked, word.asked)) && areNeighbours(passage, before, word);
    if (goesOn) runs.at(-1)?.push(word);
    else if (word) runs.push([word]);
    before = word;
  }
  return runs;
}

/** A short run without the function words that it begins and ends with, unless it is the whole question. */
function withoutBorders(run: MatchedWord[], { unitsOf, wordCount }: Question): MatchedWord[] {
  if (run.length >= wordCount) return run;
  const counts = ({ asked }: MatchedWord) => unitsOf.get(asked)?.some((unit) => unit.counts) === true;
  const ofCharacters = run.every(({ term }) => isCharacter(term));
  const first = run.findIndex(counts);
  if (first < 0) return !ofCharacters && run.length >= LONG_RUN ? run : [];
  if (run.length >= (ofCharacters ? LONG_CHARACTER_RUN : LONG_RUN)) return run;
  return run.slice(first, run.findLastIndex(counts) + 1);
}

/** True for a fragment, and for a single character of Han or Kana that is no word of the question by itself. */
function isPartOfWord({ asked }: MatchedWord, { unitsOf }: Question): boolean {
  const units = unitsOf.get(asked) ?? [];
  return units.every(({ terms, isFragment }) => isFragment || terms.length > 1);
}
