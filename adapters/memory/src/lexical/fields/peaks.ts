import {
  createGrowingArray,
  frequencyOf,
  lengthNorm,
  saturatedFrequency,
  slotOf,
} from "@quarry/core/internal";
import type { LengthCells } from "./chunk-lengths.ts";
import type { PostingsPart } from "./postings-part.ts";

/** The highest term-frequency factor of each term over its chunks, which limits what the term adds to a score. */
export interface Peaks {
  /**
   * Returns an upper limit of the term's factor at an average length.
   * @param count Number of the term's postings. @param parts Returns them. @param lengths Lengths of the chunks by slot.
   */
  of(
    term: number,
    count: number,
    average: number,
    lengths: LengthCells,
    parts: () => readonly PostingsPart[],
  ): number;
}

/** Shorter lists are summed anyway: their limit is k1 + 1, the limit of the formula. */
const SHORT = 256;
const HIGHEST = 2.2;
/** A higher average length raises factors; from this ratio on they are computed again. */
const MAX_GROWTH = 1.1;

/** Creates `Peaks` that are computed when first needed, and later for new postings only. */
export function createPeaks(): Peaks {
  // Per term: number of postings seen, the highest factor, and the lowest average that it was computed with.
  const seen = createGrowingArray();
  let highest = new Float64Array(64);
  let averages = new Float64Array(64);

  function reserve(term: number): void {
    seen.reserve(term + 1);
    if (seen.cells.length === highest.length) return;
    [highest, averages] = [highest, averages].map((cells) => {
      const grown = new Float64Array(seen.cells.length);
      grown.set(cells);
      return grown;
    }) as [Float64Array<ArrayBuffer>, Float64Array<ArrayBuffer>];
  }

  return {
    of(term, count, average, lengths, parts) {
      if (count < SHORT) return HIGHEST;
      reserve(term);
      // A factor grows at most as much as the average length.
      if (average > MAX_GROWTH * (averages[term] as number)) seen.cells[term] = 0;
      const known = seen.cells[term] as number;
      if (known === 0) {
        highest[term] = 0;
        averages[term] = average;
      }
      if (known < count) {
        highest[term] = Math.max(highest[term] as number, peakFrom(known, average, lengths, parts()));
        averages[term] = Math.min(averages[term] as number, average);
        seen.cells[term] = count;
      }
      const growth = Math.max(1, average / (averages[term] as number));
      return Math.min(HIGHEST, (highest[term] as number) * growth);
    },
  };
}

function peakFrom(
  first: number,
  average: number,
  lengths: LengthCells,
  parts: readonly PostingsPart[],
): number {
  const { constant, slope } = lengthNorm(average);
  let skip = first;
  let peak = 0;
  for (const { cells, start, end } of parts) {
    for (let index = start + skip; index < end; index++) {
      const posting = cells[index] as number;
      const norm = constant + slope * (lengths[slotOf(posting)] as number);
      peak = Math.max(peak, saturatedFrequency(frequencyOf(posting), norm));
    }
    skip = Math.max(0, skip - (end - start));
  }
  return peak;
}
