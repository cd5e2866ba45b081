/** A vector brought to length 1. In 64 bits: the squares of very long or short ones leave 32. */
export function normalised(vector: ArrayLike<number>): number[] {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] as number) ** 2;
  const length = Math.sqrt(squares);
  return Array.from(vector, (value) => Math.fround(value / length));
}

/** True for a vector that has no direction. */
export function isZero(vector: Float32Array): boolean {
  return vector.every((value) => value === 0);
}

/** Cosine of two vectors of length 1. */
export function similarity(a: readonly number[], b: readonly number[]): number {
  let product = 0;
  for (let at = 0; at < a.length; at += 1) product += (a[at] as number) * (b[at] as number);
  return bounded(product);
}

/** A score without what rounding put beyond the ends. */
export function bounded(score: number): number {
  return Math.max(-1, Math.min(1, score));
}
