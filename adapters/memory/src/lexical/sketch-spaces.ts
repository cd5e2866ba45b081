import { analyze, type Language, languageModelScore, type SpaceEvidence } from "@quarry/core";
import { createBreather } from "./breather.ts";
import type { SpaceIndex } from "./space-index.ts";

/**
 * Judges by their vocabularies which of some spaces may answer a question; a space without chunks scores 0.
 * @param find The index of a space; asked when its turn comes, since spaces come and go in between.
 */
export async function sketchSpaces(
  spaceIds: Iterable<string>,
  find: (spaceId: string) => SpaceIndex | undefined,
  query: string,
): Promise<SpaceEvidence[]> {
  const byLanguage = new Map<Language, string[]>();
  const termsOf = (language: Language) => {
    const known = byLanguage.get(language);
    if (known) return known;
    const { sequence, joined } = analyze(query, language);
    const terms = [...sequence, ...joined];
    byLanguage.set(language, terms);
    return terms;
  };
  const breathe = createBreather();
  const rows: { spaceId: string; chunkCount: number; dfs: number[] }[] = [];
  // A word has another stem in every language but always the same place, so places are compared.
  const totals: number[] = [];
  let totalChunks = 0;
  for (const spaceId of spaceIds) {
    await breathe();
    const space = find(spaceId);
    const chunkCount = space?.size() ?? 0;
    const dfs = space
      ? termsOf(space.language()).map((term) => space.words.documentFrequency(space.words.find(term)))
      : [];
    for (const [at, df] of dfs.entries()) totals[at] = (totals[at] ?? 0) + df;
    totalChunks += chunkCount;
    rows.push({ spaceId, chunkCount, dfs });
  }
  const evidence: SpaceEvidence[] = [];
  for (const { spaceId, chunkCount, dfs } of rows) {
    await breathe();
    const terms = dfs.map((df, at) => ({ df, totalDf: totals[at] as number }));
    evidence.push({ spaceId, chunkCount, score: languageModelScore(terms, chunkCount, totalChunks) });
  }
  return evidence;
}
