import type { ResultItem } from "@quarry/schema";

/** A passage, or anything that is ranked, by what is the same in all services: ids are not. */
export interface Passage {
  readonly key: string;
  readonly similarity: number;
  /** What the similarity was made of: near 1 it tells little apart. Null where an index did not bring the passage. */
  readonly scores: readonly (number | null)[];
}

/** The port promises cosines to this, and words are counted alike everywhere. */
const SCORE_NOISE = 1e-4;

/** A result without its ids. */
export function passageOf({ space, document, chunk, similarity, scores }: ResultItem): Passage {
  const { filename, metadata } = document;
  return {
    key: JSON.stringify([space.name, filename, metadata, chunk.chunkIndex, chunk.content]),
    similarity: similarity ?? -1,
    scores: [scores.lexical, scores.vector],
  };
}

/**
 * How two answers differ. Among passages of the same similarity the ids decide, which differ: so the similarities must
 * be the same place by place, and every passage must be in both, at its similarity, unless it ties with the last.
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
