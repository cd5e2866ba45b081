/** How a text's one vector is made of those of its tokens. */
export type Pooling = "cls" | "mean";

/**
 * One vector of length 1 for a text, of the vectors of its tokens, which follow one another in `tokens`.
 * @throws RangeError when the model made numbers that are none.
 */
export function pool(tokens: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  const sums = new Float64Array(dimensions);
  // The first token stands for the whole text. Without batches there is no padding to leave out of the mean.
  const end = pooling === "cls" ? dimensions : tokens.length;
  for (let at = 0; at < end; at++) sums[at % dimensions] = (sums[at % dimensions] ?? 0) + (tokens[at] ?? 0);
  const length = Math.hypot(...sums);
  if (!Number.isFinite(length)) throw new RangeError("the model's numbers are not finite");
  return Float32Array.from(sums, (sum) => (length === 0 ? 0 : sum / length));
}
