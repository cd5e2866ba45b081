import { holds, type SlotSet } from "./slot-set.ts";

const STEPS = 512;
const histogram = new Uint32Array(STEPS + 1);

/**
 * Returns a score that at least `best` slots reach, at most 1/512 of the highest possible one below the score of the
 * last of them; 0 when there are not as many. Counts scores by range, which is faster than sorting.
 * @param allowed The slots that count; undefined when all do.
 */
export function lowestOfBest(
  sums: Float64Array,
  slots: Uint32Array,
  count: number,
  best: number,
  highest: number,
  allowed: SlotSet | undefined,
): number {
  histogram.fill(0);
  const scale = STEPS / highest;
  let most = 0;
  for (let index = 0; index < count; index++) {
    const slot = slots[index] as number;
    if (allowed && !holds(allowed.bits, slot)) continue;
    const step = Math.min(STEPS, ((sums[slot] as number) * scale) | 0);
    histogram[step] = (histogram[step] as number) + 1;
    if (step > most) most = step;
  }
  let above = 0;
  for (let step = most; step > 0; step--) {
    above += histogram[step] as number;
    // Rounding may have put a score one step too high.
    if (above >= best) return (step - 1) / scale;
  }
  return 0;
}
