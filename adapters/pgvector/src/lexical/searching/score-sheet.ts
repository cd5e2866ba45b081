/** The scores of one search: the chunks of all segments of a space, numbered by slots. */
export interface ScoreSheet {
  /** Scores by slot; 0 for a chunk without a term of the question. */
  readonly sums: Float64Array;
  /** The first `count` are the slots with a score, in no order; there is room for one more than there are. */
  readonly slots: Uint32Array;
  count: number;
}

// Sheets of finished searches: they are large, and each returns empty.
const spare: ScoreSheet[] = [];
const MAX_SPARE = 2;

/** Returns an empty sheet. The caller gives it back with `returnSheet`. */
export function takeSheet(slotCount: number): ScoreSheet {
  const found = spare.findIndex(({ sums }) => sums.length > slotCount);
  if (found >= 0) return spare.splice(found, 1)[0] as ScoreSheet;
  const size = Math.ceil(slotCount * 1.25) + 1024;
  return { sums: new Float64Array(size), slots: new Uint32Array(size), count: 0 };
}

/** Empties a sheet for the next search. */
export function returnSheet(sheet: ScoreSheet): void {
  const { sums, slots, count } = sheet;
  for (let index = 0; index < count; index++) sums[slots[index] as number] = 0;
  sheet.count = 0;
  if (spare.length < MAX_SPARE) spare.push(sheet);
}

const STEPS = 2048;
const histogram = new Uint32Array(STEPS + 1);

/**
 * Returns a score that at least `best` slots reach, at most 1/2048 of the highest possible one below the score of the
 * last of them; 0 when there are not as many. Counts scores by range, which is faster than sorting.
 * @param counts By slot: 0 when its chunk does not count; undefined when all do.
 */
export function lowestOfBest(
  { sums, slots, count }: ScoreSheet,
  best: number,
  highest: number,
  counts: Uint8Array | undefined,
): number {
  histogram.fill(0);
  const scale = STEPS / highest;
  for (let index = 0; index < count; index++) {
    const slot = slots[index] as number;
    if (counts && counts[slot] === 0) continue;
    const step = Math.min(STEPS, ((sums[slot] as number) * scale) | 0);
    histogram[step] = (histogram[step] as number) + 1;
  }
  let above = 0;
  for (let step = STEPS; step > 0; step--) {
    above += histogram[step] as number;
    // Rounding may have put a score one step too high.
    if (above >= best) return (step - 1) / scale;
  }
  return 0;
}
