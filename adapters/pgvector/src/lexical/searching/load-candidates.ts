import { pairFactor, type QueryTerms, RESCORE_DEPTH, rescore } from "@quarry/core/internal";
import type { Run } from "../../sql/sql-executor.ts";
import type { StoredChunk, StoredChunks } from "../storage/stored-chunks.ts";
import { createPairFactors } from "./pair-factors.ts";
import type { Candidate } from "./score-space.ts";

type NamedChunk = StoredChunk & { score: number };

/**
 * Keeps the candidates that can still be among the `limit` best after rescoring by adjacent words. Dropped ones rank
 * below all others, so the ranks of the rest do not change.
 */
export function keepContenders(
  candidates: readonly Candidate[],
  { sequence }: QueryTerms,
  limit: number,
): readonly Candidate[] {
  if (candidates.length <= limit) return candidates;
  const canGain = sequence.some((term, at) => at > 0 && term !== undefined && sequence[at - 1] !== undefined);
  const most = canGain ? pairFactor(1, 1) : 1;
  const scores = Float64Array.from(candidates, ({ score }) => score).sort();
  const least = scores[scores.length - limit] as number;
  return candidates.filter(({ score }) => score * most >= least);
}

/** Reads the ids of candidates, space by space, and the words of those among the best 100 of their space. */
export async function loadCandidates(
  run: Run,
  chunks: StoredChunks,
  orgId: string,
  spaces: readonly (readonly Candidate[])[],
): Promise<NamedChunk[][]> {
  const places = spaces.flatMap((candidates) => {
    const scores = Float64Array.from(candidates, ({ score }) => score).sort();
    const border = scores[Math.max(0, scores.length - RESCORE_DEPTH)] ?? 0;
    return candidates.map((candidate) => ({ ...candidate, withWords: candidate.score >= border }));
  });
  const found = await chunks.read(run, orgId, places);
  let at = 0;
  return spaces.map((candidates) =>
    candidates.map(({ score }) => ({ ...(found[at++] as StoredChunk), score })),
  );
}

/** Ranks a space's candidates by score, ties by id, then rescores the best by adjacent words. */
export function rankCandidates(
  candidates: readonly NamedChunk[],
  query: QueryTerms,
  limit: number,
): { id: string; documentId: string; score: number }[] {
  const best = [...candidates]
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .slice(0, Math.max(limit, RESCORE_DEPTH));
  const factorOf = createPairFactors(query.sequence);
  // By rank, because rescoring sorts.
  const words = best.map((chunk) => chunk.words);
  rescore(
    best,
    (rank) => factorOf(words[rank] as Uint32Array),
    (left, right) => (left.id < right.id ? -1 : 1),
  );
  return best.slice(0, limit).map(({ id, documentId, score }) => ({ id, documentId, score }));
}
