import type { SpaceEvidence } from "../../ports/lexical-index.ts";
import type { Language } from "../../text/languages/language.ts";
import { languageModelScore } from "./language-model-score.ts";
import type { SketchQuestion } from "./sketch-question.ts";
import type { Shortlist } from "./space-shortlist.ts";

/** Compares the vocabularies of a few spaces with a question. */
export interface SpaceSketch {
  /**
   * Adds a space of the shortlist.
   * @param frequencies Number of chunks that contain each of `termsIn(language)`, in that order.
   */
  add(spaceId: string, language: Language, chunkCount: number, frequencies: readonly number[]): void;
  /** Returns the evidence of each added space, most likely first. */
  evidence(): SpaceEvidence[];
}

/** Maximum number of words reported per space. */
const NAMED_WORDS = 3;
/** Words in more than this share of all chunks are not reported. */
const COMMON_SHARE = 0.5;

/** Creates a sketch without spaces. The spaces not on the shortlist are the background. */
export function createSpaceSketch(
  question: SketchQuestion,
  { otherChunks, otherHolders }: Pick<Shortlist, "otherChunks" | "otherHolders">,
): SpaceSketch {
  const rows: {
    readonly spaceId: string;
    readonly language: Language;
    readonly chunkCount: number;
    readonly frequencies: readonly number[];
  }[] = [];
  // For other spaces, only the number of spaces that contain a term is known: counts one chunk per space.
  const totals = [...otherHolders];
  let totalChunks = otherChunks;

  /** Returns the question's rarest words that the space contains. */
  function rarestWords(language: Language, frequencies: readonly number[]): string[] {
    const words = question.wordsIn(language);
    const limit = Math.max(1, COMMON_SHARE * totalChunks);
    const held = [...frequencies.keys()].filter((at) => frequencies[at] && (totals[at] ?? 0) <= limit);
    const rarest = held.sort((a, b) => (totals[a] ?? 0) - (totals[b] ?? 0) || a - b);
    return [...new Set(rarest.flatMap((at) => words[at] ?? []))].slice(0, NAMED_WORDS);
  }

  return {
    add(spaceId, language, chunkCount, frequencies) {
      for (const [at, df] of frequencies.entries()) totals[at] = (totals[at] ?? 0) + df;
      totalChunks += chunkCount;
      rows.push({ spaceId, language, chunkCount, frequencies });
    },
    evidence: () =>
      rows
        .map(({ spaceId, language, chunkCount, frequencies }) => {
          const terms = frequencies.map((df, at) => ({ df, totalDf: totals[at] ?? 0 }));
          const score = languageModelScore(terms, chunkCount, totalChunks);
          return { spaceId, chunkCount, score, words: rarestWords(language, frequencies) };
        })
        .sort((a, b) => b.score - a.score || (a.spaceId < b.spaceId ? -1 : 1)),
  };
}
