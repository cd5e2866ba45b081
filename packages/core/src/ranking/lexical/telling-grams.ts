import { GRAMS_OF_KNOWN_WORD, isPrunedGram } from "./lexical-weights.ts";
import type { QuestionTerms } from "./question-terms.ts";

/**
 * Chooses the grams of a question that count: all of a word that the space lacks, none of a function word that it lacks,
 * and the rarest four of any other word, without those in too many chunks (RANKING.md, Two legs of words).
 * @param wordFrequencies Number of chunks of each word, by place. @param gramFrequencies The same for grams.
 * @returns 1 for each chosen gram, by place.
 */
export function tellingGrams(
  { grams: all, gramWords, words: questionWords }: QuestionTerms,
  chunks: number,
  wordFrequencies: readonly number[],
  gramFrequencies: readonly number[],
): Uint8Array {
  const chosen = new Uint8Array(all.length);
  for (const { grams, words } of gramWords) {
    const isKnown = words.some((word) => (wordFrequencies[word] as number) > 0);
    if (!isKnown && words.length > 0 && words.every((word) => questionWords[word]?.isWeak)) continue;
    const most = isKnown ? GRAMS_OF_KNOWN_WORD : grams.length;
    // The rarest so far, in order.
    const rarest: number[] = [];
    for (const gram of grams) {
      const df = gramFrequencies[gram] as number;
      if (isPrunedGram(df, chunks)) continue;
      if (!isKnown) {
        chosen[gram] = 1;
        continue;
      }
      let at = Math.min(rarest.length, most);
      while (at > 0 && isRarer(gram, rarest[at - 1] as number)) {
        if (at < most) rarest[at] = rarest[at - 1] as number;
        at -= 1;
      }
      if (at < most) rarest[at] = gram;
    }
    for (const gram of rarest) chosen[gram] = 1;
  }
  return chosen;

  function isRarer(gram: number, other: number): boolean {
    const df = gramFrequencies[gram] as number;
    const otherDf = gramFrequencies[other] as number;
    if (df !== otherDf) return df < otherDf;
    return (all[gram]?.term as string) < (all[other]?.term as string);
  }
}
