import { expect, test } from "bun:test";
import { lengthNorm, packPosting, saturatedFrequency, seededRandom } from "@quarry/core/internal";
import { createPeaks } from "./peaks.ts";

test("no factor exceeds a term's peak, regardless of what is appended and however lengths change", () => {
  const random = seededRandom(3);
  const peaks = createPeaks();
  const postings: number[] = [];
  const lengths = new Uint32Array(5000);
  for (let round = 0; round < 60; round += 1) {
    const longest = 20 + Math.floor(random() * 400);
    for (let added = 0; added < 80; added += 1) {
      lengths[postings.length] = 1 + Math.floor(random() * longest);
      postings.push(packPosting(postings.length, 1 + Math.floor(random() ** 4 * 9)));
    }
    const buffer = Uint32Array.from(postings);
    const average = lengths.reduce((sum, length) => sum + length, 0) / postings.length;
    const parts = [buffer.subarray(0, 100), buffer.subarray(100)];
    const peak = peaks.of(7, postings.length, average, lengths, () =>
      parts.map((cells) => ({ cells, start: 0, end: cells.length })),
    );
    const { constant, slope } = lengthNorm(average);
    const factors = postings.map((posting) =>
      saturatedFrequency(posting & 255, constant + slope * (lengths[posting >>> 8] as number)),
    );
    expect(peak).toBeGreaterThanOrEqual(Math.max(...factors) - 1e-12);
    expect(peak).toBeLessThanOrEqual(2.2);
  }
});
