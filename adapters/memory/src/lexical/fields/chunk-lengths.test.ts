import { expect, test } from "bun:test";
import { createChunkLengths } from "./chunk-lengths.ts";

test("lengths of any size are kept while the cells grow and widen", () => {
  const lengths = createChunkLengths();
  const expected: number[] = [];
  for (let slot = 0; slot < 500; slot += 1) {
    const length = slot === 200 ? 65_536 : (slot * 137) % 65_536;
    lengths.reserve(slot + 1);
    lengths.set(slot, length);
    expected.push(length);
    expect(lengths.cells.BYTES_PER_ELEMENT).toBe(slot < 200 ? 2 : 4);
  }
  lengths.set(3, 65_535);
  expected[3] = 65_535;
  expect([...lengths.cells.subarray(0, 500)]).toEqual(expected);
});
