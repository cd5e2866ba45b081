import type { Vectors } from "./corpus.ts";

/**
 * Returns the numbers of the vectors nearest to a question by cosine similarity, by brute force. Vectors without any
 * similarity are not near.
 */
export function exactNearest(
  { values, dimensions }: Vectors,
  question: Float32Array,
  topK: number,
  isEligible: (number: number) => boolean = () => true,
): number[] {
  const best: { number: number; score: number }[] = [];
  for (let number = 0, place = 0; place < values.length; number += 1, place += dimensions) {
    if (!isEligible(number)) continue;
    let [dot, norm] = [0, 0];
    for (let at = 0; at < dimensions; at += 1) {
      const value = values[place + at] as number;
      dot += value * (question[at] as number);
      norm += value * value;
    }
    const score = norm === 0 ? 0 : dot / Math.sqrt(norm);
    if (score <= 0) continue;
    if (best.length === topK && score <= (best.at(-1)?.score ?? 0)) continue;
    best.push({ number, score });
    best.sort((left, right) => right.score - left.score);
    best.length = Math.min(best.length, topK);
  }
  return best.map(({ number }) => number);
}

/** The share of the nearest contents that an answer has. */
export function recallOf(found: readonly string[], nearest: readonly string[]): number {
  if (nearest.length === 0) return 1;
  const contents = new Set(found);
  return nearest.filter((content) => contents.has(content)).length / nearest.length;
}
