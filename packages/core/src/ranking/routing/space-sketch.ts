import type { SpaceEvidence } from "../../ports/lexical-index.ts";
import type { Language } from "../../text/languages/language.ts";
import { languageModelScore } from "./language-model-score.ts";
import type { SketchQuestion } from "./sketch-question.ts";
import type { Shortlist } from "./space-shortlist.ts";

/** Judges by their vocabularies which of a few spaces may answer a question. */
export interface SpaceSketch {
  /**
   * Adds a space of the shortlist.
   * @param frequencies Chunks that hold each of `termsIn(language)`, in that order.
   */
  add(spaceId: string, language: Language, chunkCount: number, frequencies: readonly number[]): void;
  /** The evidence for each space that was added, the likeliest first. */
  evidence(): SpaceEvidence[];
}

/** As many words of a question as are named for a space. */
const NAMED_WORDS = 3;
/** A word that more chunks hold tells nobody anything. */
const COMMON_SHARE = 0.5;

/** Makes the sketch of a question with no space yet; the spaces that are not on the shortlist are its background. */
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
  // How often others hold a word is not known: once at least.
  const totals = [...otherHolders];
  let totalChunks = otherChunks;

  /** The question's rarest words that the space holds. */
  function tellingWords(language: Language, frequencies: readonly number[]): string[] {
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
          return { spaceId, chunkCount, score, words: tellingWords(language, frequencies) };
        })
        .sort((a, b) => b.score - a.score || (a.spaceId < b.spaceId ? -1 : 1)),
  };
}
