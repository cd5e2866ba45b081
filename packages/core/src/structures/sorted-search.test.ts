import { expect, test } from "bun:test";
import { firstAtLeast, firstIndexWhere } from "./sorted-search.ts";

const VALUES = [2, 3, 3, 3, 7, 11];

test("both searches agree with a linear scan", () => {
  for (let size = 0; size <= VALUES.length; size++)
    for (let bound = 0; bound <= 12; bound++) {
      const values = VALUES.slice(0, size);
      const scanned = values.findIndex((value) => value >= bound);
      const expected = scanned < 0 ? size : scanned;
      expect(firstAtLeast(values, bound)).toBe(expected);
      expect(firstIndexWhere(0, size, (at) => (values[at] as number) >= bound)).toBe(expected);
    }
});

test("firstAtLeast compares integers beyond 32 bits", () => {
  expect(firstAtLeast(Float64Array.of(1, 2 ** 52, 2 ** 52 + 1), 2 ** 52 + 1)).toBe(2);
});

test("firstIndexWhere stays within its bounds", () => {
  expect(firstIndexWhere(2, 5, () => true)).toBe(2);
  expect(firstIndexWhere(2, 5, () => false)).toBe(5);
});
