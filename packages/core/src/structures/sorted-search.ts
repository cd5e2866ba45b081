/**
 * Finds the first index in `[from, to)` that passes a test, by binary search; `to` when none does.
 * @param passes Must be false for every index below the result and true from there on.
 */
export function firstIndexWhere(from: number, to: number, passes: (index: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the index of the first of the ascending values that is at least `bound`; their number when there is none. */
export function firstAtLeast(values: ArrayLike<number>, bound: number): number {
  // A loop of its own: it runs for every term and every deletion of a query, where a callback would cost time.
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
