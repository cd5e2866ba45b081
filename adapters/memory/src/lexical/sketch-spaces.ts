import { analyze, type Language, languageModelScore, type SpaceEvidence } from "@quarry/core";
import type { SpaceIndex } from "./space-index.ts";

/** Judges by their vocabularies which of some spaces may answer a question; a space without chunks scores 0. */
export function sketchSpaces(
  spaces: readonly (readonly [string, SpaceIndex | undefined])[],
  query: string,
): SpaceEvidence[] {
  const byLanguage = new Map<Language, string[]>();
  const termsOf = (language: Language) => {
    const known = byLanguage.get(language);
    if (known) return known;
    const { sequence, joined } = analyze(query, language);
    const terms = [...sequence, ...joined];
    byLanguage.set(language, terms);
    return terms;
  };
  // A word has another stem in every language but always the same place, so places are compared.
  const rows = spaces.map(([spaceId, space]) => ({
    spaceId,
    chunkCount: space?.size() ?? 0,
    dfs: space
      ? termsOf(space.language()).map((term) => space.words.documentFrequency(space.words.find(term)))
      : [],
  }));
  const totalChunks = rows.reduce((sum, row) => sum + row.chunkCount, 0);
  const totals: number[] = [];
  for (const { dfs } of rows) for (const [at, df] of dfs.entries()) totals[at] = (totals[at] ?? 0) + df;
  return rows.map(({ spaceId, chunkCount, dfs }) => ({
    spaceId,
    chunkCount,
    score: languageModelScore(
      dfs.map((df, at) => ({ df, totalDf: totals[at] as number })),
      chunkCount,
      totalChunks,
    ),
  }));
}
