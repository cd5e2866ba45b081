import type { QueryResult } from "@quarry/schema";

/** A passage or other ranked item, identified by fields that are equal in all services, unlike ids. */
export interface Passage {
  readonly key: string;
  readonly similarity: number;
  /** Scores behind the similarity, which saturates near 1. Null if an index did not find the passage. */
  readonly scores: readonly (number | null)[];
}

/** Tolerance of cosines in the port. Lexical scores are equal everywhere. */
const SCORE_NOISE = 1e-4;

/** Converts a result to a passage without ids. */
export function passageOf({ space, document, chunk, similarity, scores }: QueryResult): Passage {
  const { filename, metadata } = document;
  return {
    key: JSON.stringify([space.name, filename, metadata, chunk.chunkIndex, chunk.content]),
    similarity: similarity ?? -1,
    scores: [scores.lexical, scores.vector],
  };
}

/**
 * Returns the differences between two results. Ids break ties and differ between services, so the similarities must be
 * equal rank by rank, and each passage must be in both at its similarity, unless it ties with the last one.
 */
export function differences(
  left: readonly Passage[],
  right: readonly Passage[],
  { topK, noise }: { readonly topK: number; readonly noise: number },
): string[] {
  if (left.length !== right.length) return [`${left.length} and ${right.length} passages`];
  const isNear = (a: number, b: number) => Math.abs(a - b) <= noise;
  const found = left.flatMap((passage, at) => {
    const other = right[at]?.similarity ?? -1;
    return isNear(passage.similarity, other) ? [] : [`place ${at}: ${passage.similarity} and ${other}`];
  });
  const last = left.length === topK ? (left.at(-1)?.similarity ?? 0) : -1;
  for (const [one, two] of [
    [left, right],
    [right, left],
  ] as const)
    for (const { key, similarity, scores } of one) {
      const twins = two.filter((passage) => passage.key === key);
      const hasTwin = twins.some(
        (twin) => isNear(twin.similarity, similarity) && haveSameScores(twin, scores),
      );
      if (!hasTwin && (twins.length > 0 || !isNear(similarity, last)))
        found.push(`${key.slice(0, 80)}: ${similarity} of ${scores}, in the other ${JSON.stringify(twins)}`);
    }
  return found;
}

function haveSameScores(passage: Passage, scores: readonly (number | null)[]): boolean {
  return scores.every((score, at) => {
    const other = passage.scores[at] ?? null;
    return score === null || other === null || Math.abs(score - other) <= SCORE_NOISE;
  });
}
