import { expect, test } from "bun:test";
import { spreadOf } from "../results/statistics.ts";
import { judgeFloors } from "./judge-floors.ts";

const floors = { rate: { name: "questions", least: 2 } };

test("a ratio at its floor passes, even if a single block is below it", () => {
  const { failed, lines } = judgeFloors(floors, { rate: spreadOf([1, 2, 9]) });
  expect(failed).toBe(0);
  expect(lines).toEqual(["ok   questions: 2.00 x (1.00-9.00), floor 2.00 x"]);
});

test("a ratio below its floor fails", () => {
  expect(judgeFloors(floors, { rate: spreadOf([1.9]) }).failed).toBe(1);
});

test("a ratio that was not measured fails", () => {
  expect(judgeFloors(floors, { rate: spreadOf([]) }).failed).toBe(1);
});
