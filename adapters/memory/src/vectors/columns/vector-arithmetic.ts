/** Maximum rounding error of the squared length of a 32-bit vector of length 1. */
const ROUNDING = 2.5e-7;

/**
 * Scales a vector to length 1. Leaves a zero vector and an already scaled vector unchanged.
 * @returns False for a zero vector.
 */
export function normalise(vector: Float32Array, into: Float32Array | Float64Array): boolean {
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1) sum += (vector[index] as number) ** 2;
  const scale = Math.abs(sum - 1) <= ROUNDING ? 1 : sum > 0 ? 1 / Math.sqrt(sum) : 0;
  for (let index = 0; index < vector.length; index += 1) into[index] = (vector[index] as number) * scale;
  return sum > 0;
}

/** Inner product of `question` and the numbers of `block` from `start` on. */
export function dotAt(block: Float32Array, start: number, question: Float64Array): number {
  // Four sums keep the processor's pipeline full, and plain variables keep them in registers; each was measured to
  // double the speed.
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const { length } = question;
  let at = start;
  let index = 0;
  for (const end = length - 3; index < end; index += 4, at += 4) {
    s0 += (block[at] as number) * (question[index] as number);
    s1 += (block[at + 1] as number) * (question[index + 1] as number);
    s2 += (block[at + 2] as number) * (question[index + 2] as number);
    s3 += (block[at + 3] as number) * (question[index + 3] as number);
  }
  for (; index < length; index += 1, at += 1) s0 += (block[at] as number) * (question[index] as number);
  return s0 + s1 + s2 + s3;
}
