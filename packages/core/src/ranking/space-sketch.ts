import type { SpaceEvidence } from "../ports/lexical-index.ts";
import { analyze } from "../text/analyze.ts";
import type { Language } from "../text/language.ts";
import { languageModelScore } from "./language-model-sketch.ts";

/** Judges by their vocabularies which of some spaces may answer a question. */
export interface SpaceSketch {
  /** The question's words as a space of that language knows them. */
  termsIn(language: Language): readonly string[];
  /**
   * Adds a space.
   * @param frequencies Chunks that hold each of `termsIn`, in that order; none for a space without chunks.
   */
  add(spaceId: string, chunkCount: number, frequencies: readonly number[]): void;
  /** The evidence for each space that was added; one without chunks scores 0. */
  evidence(): Iterable<SpaceEvidence>;
}

/** Makes the sketch of a question with no space yet. */
export function createSpaceSketch(query: string): SpaceSketch {
  const byLanguage = new Map<Language, readonly string[]>();
  const rows: { spaceId: string; chunkCount: number; frequencies: readonly number[] }[] = [];
  // A word has another stem in every language but always the same place, so places are compared.
  const totals: number[] = [];
  let totalChunks = 0;
  return {
    termsIn(language) {
      const known = byLanguage.get(language);
      if (known) return known;
      const { sequence, joined } = analyze(query, language);
      const terms = [...sequence, ...joined];
      byLanguage.set(language, terms);
      return terms;
    },
    add(spaceId, chunkCount, frequencies) {
      for (const [at, df] of frequencies.entries()) totals[at] = (totals[at] ?? 0) + df;
      totalChunks += chunkCount;
      rows.push({ spaceId, chunkCount, frequencies });
    },
    *evidence() {
      for (const { spaceId, chunkCount, frequencies } of rows) {
        const terms = frequencies.map((df, at) => ({ df, totalDf: totals[at] as number }));
        yield { spaceId, chunkCount, score: languageModelScore(terms, chunkCount, totalChunks) };
      }
    },
  };
}
