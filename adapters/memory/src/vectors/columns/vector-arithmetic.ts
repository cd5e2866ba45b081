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
