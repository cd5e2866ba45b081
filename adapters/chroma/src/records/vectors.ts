/** Scales a vector to length 1, computing in 64 bits: squares of very long or short vectors exceed 32-bit floats. */
export function normalised(vector: ArrayLike<number>): number[] {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] as number) ** 2;
  const length = Math.sqrt(squares);
  return Array.from(vector, (value) => Math.fround(value / length));
}

/** Returns true for a zero vector. */
export function isZero(vector: Float32Array): boolean {
  return vector.every((value) => value === 0);
}

/** Cosine of two vectors of length 1. */
export function similarity(a: readonly number[], b: readonly number[]): number {
  let product = 0;
  for (let at = 0; at < a.length; at += 1) product += (a[at] as number) * (b[at] as number);
  return bounded(product);
}

/** Limits a score to [-1, 1], which rounding may exceed. */
export function bounded(score: number): number {
  return Math.max(-1, Math.min(1, score));
}
