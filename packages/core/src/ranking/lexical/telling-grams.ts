import type { QuestionAnalysis } from "../../text/analyze-question.ts";
import { GRAMS_OF_KNOWN_WORD, isPrunedGram } from "./lexical-weights.ts";
import type { TermStatistics } from "./term-statistics.ts";

/**
 * Chooses the grams of a question that count: all of a word that the space lacks, and the rarest four of any other word,
 * without those in too many chunks (RANKING.md, Two legs of words). Returns them with their numbers of chunks.
 * @param isKnown Whether the space has a word of the question.
 */
export function tellingGrams(
  { gramWords }: QuestionAnalysis,
  space: TermStatistics,
  isKnown: (word: string) => boolean,
): ReadonlyMap<string, number> {
  const chosen = new Map<string, number>();
  for (const { grams, terms } of gramWords) {
    const counted: { gram: string; df: number }[] = [];
    for (const gram of grams) {
      const df = space.gramFrequency(gram);
      if (!isPrunedGram(df, space.chunks)) counted.push({ gram, df });
    }
    if (counted.length > GRAMS_OF_KNOWN_WORD && terms.some(isKnown)) {
      counted.sort((left, right) => left.df - right.df || (left.gram < right.gram ? -1 : 1));
      counted.length = GRAMS_OF_KNOWN_WORD;
    }
    for (const { gram, df } of counted) chosen.set(gram, df);
  }
  return chosen;
}
