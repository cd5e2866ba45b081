import { expect, test } from "bun:test";
import { createGrowingArray } from "./growing-array.ts";

test("keeps its cells when it grows and fills up with zeros", () => {
  const array = createGrowingArray(Uint32Array.of(1, 2, 3));
  array.reserve(4);
  expect(array.cells.length).toBe(6);
  expect([...array.cells]).toEqual([1, 2, 3, 0, 0, 0]);
});

test("grows to the requested size when doubling does not suffice", () => {
  const array = createGrowingArray(2);
  array.reserve(100);
  expect(array.cells.length).toBe(100);
});

test("leaves the array alone when there is room", () => {
  const array = createGrowingArray(8);
  const { cells } = array;
  array.reserve(8);
  expect(array.cells).toBe(cells);
});

test("grows large arrays by a quarter", () => {
  const array = createGrowingArray(4_194_304);
  array.reserve(4_194_305);
  expect(array.cells.length).toBe(5_242_880);
});
