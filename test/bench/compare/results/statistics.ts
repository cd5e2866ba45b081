/** The middle of several measurements, and how far they lie apart. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Returns the median, the least and the most of the values; NaN if there are none. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right);
  return { median: medianOf(sorted), least: sorted[0] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN };
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const [left = Number.NaN, right = Number.NaN] = [
    sorted[Math.ceil(middle) - 1] as number,
    sorted[Math.floor(middle)] as number,
  ];
  return (left + right) / 2;
}

/** Returns the value at a percentile by nearest rank. The values must be sorted. */
export function percentileOf(sorted: ArrayLike<number>, percent: number): number {
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.max(0, rank - 1)] ?? Number.NaN;
}

/**
 * Divides two series. Blocks of the same turn ran beside the same neighbours, so series of equal length are divided turn by
 * turn; other series by their medians.
 */
export function ratioOf(above: readonly number[], below: readonly number[]): Spread {
  if (above.length === below.length)
    return spreadOf(above.map((value, turn) => value / (below[turn] as number)));
  return spreadOf([spreadOf(above).median / spreadOf(below).median]);
}
