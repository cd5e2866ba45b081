import { kindOf } from "./plugin-calls.ts";

/** What is wrong with the vectors that an embedder returned; undefined when nothing is. */
export function faultOfVectors(
  vectors: readonly Float32Array[],
  texts: number,
  dimensions: number,
): string | undefined {
  if (!Array.isArray(vectors)) return `returned ${kindOf(vectors)} instead of an array`;
  if (vectors.length !== texts) return `returned ${vectors.length} vectors for ${texts} texts`;
  for (const vector of vectors as readonly unknown[]) {
    if (!(vector instanceof Float32Array)) return `returned ${kindOf(vector)} instead of a Float32Array`;
    if (vector.length !== dimensions)
      return `returned a vector of ${vector.length} instead of ${dimensions} numbers`;
    if (!areFinite(vector)) return "returned a number that is not finite";
  }
  return undefined;
}

/** Not `every`, whose call for each number takes ten times as long as the loop. */
function areFinite(vector: Float32Array): boolean {
  for (let at = 0; at < vector.length; at += 1) if (!Number.isFinite(vector[at])) return false;
  return true;
}

/** What is wrong with the scores that a reranker returned; undefined when nothing is. */
export function faultOfRanks(scores: Float32Array, texts: number): string | undefined {
  if (!(scores instanceof Float32Array)) return `returned ${kindOf(scores)} instead of a Float32Array`;
  if (scores.length !== texts) return `returned ${scores.length} scores for ${texts} texts`;
  return scores.every((score) => score >= 0 && score <= 1) ? undefined : "returned a score outside of [0, 1]";
}
