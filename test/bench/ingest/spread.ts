/** Formats the median of some figures, with minimum and maximum. */
export function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const text = (value = 0) => value.toFixed(value < 10 ? 2 : 0);
  return `${text(sorted[Math.floor(sorted.length / 2)])} [${text(sorted[0])}-${text(sorted.at(-1))}]`;
}
