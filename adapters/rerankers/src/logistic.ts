/** Maps a model's logit to a score between 0 and 1. */
export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
