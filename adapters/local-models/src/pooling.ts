/** How to combine the vectors of a text's tokens: use the first one, or the mean. */
export type Pooling = "cls" | "mean";

/**
 * Combines the vectors of a text's tokens, concatenated in `tokens`, to one vector of length 1.
 *
 * @throws RangeError if the model's output is not finite.
 */
export function pool(tokens: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  const sums = new Float64Array(dimensions);
  // The mean includes all tokens: without batches there is no padding.
  const end = pooling === "cls" ? dimensions : tokens.length;
  for (let at = 0; at < end; at++) sums[at % dimensions] = (sums[at % dimensions] ?? 0) + (tokens[at] ?? 0);
  const length = Math.hypot(...sums);
  if (!Number.isFinite(length)) throw new RangeError("The model's output is not finite.");
  return Float32Array.from(sums, (sum) => (length === 0 ? 0 : sum / length));
}
