import { describe, expect, test } from "bun:test";
import type { PageLayout } from "../ports/page-layout.ts";
import { rectanglesOf } from "./page-rectangles.ts";

const size = { width: 600, height: 800 };
const LAYOUT: PageLayout[] = [
  {
    page: 1,
    ...size,
    texts: [
      { start: 0, end: 10, rectangle: [50, 100, 150, 112] },
      { start: 11, end: 21, rectangle: [50, 114, 150, 126] },
    ],
  },
  { page: 3, ...size, texts: [{ start: 22, end: 32, rectangle: [50, 40, 150, 52] }] },
];

describe("the rectangles of a range", () => {
  test("are its lines, over a page border", () => {
    expect(rectanglesOf(LAYOUT, { start: 0, end: 32 })).toEqual([
      {
        page: 1,
        ...size,
        lines: [
          [50, 100, 150, 112],
          [50, 114, 150, 126],
        ],
      },
      { page: 3, ...size, lines: [[50, 40, 150, 52]] },
    ]);
  });

  test("end where the range ends within a line", () => {
    expect(rectanglesOf(LAYOUT, { start: 5, end: 16 })[0]?.lines).toEqual([
      [100, 100, 150, 112],
      [50, 114, 100, 126],
    ]);
  });

  test("are missing for a range without places", () => {
    expect(rectanglesOf(LAYOUT, { start: 40, end: 50 })).toEqual([]);
    expect(rectanglesOf([], { start: 0, end: 5 })).toEqual([]);
  });

  test("follow the direction of the text", () => {
    const cut = (direction: "left" | "down" | "up") => {
      const texts = [{ start: 0, end: 10, rectangle: [0, 0, 100, 200] as const, direction }];
      return rectanglesOf([{ page: 1, ...size, texts }], { start: 0, end: 4 })[0]?.lines;
    };
    expect(cut("left")).toEqual([[60, 0, 100, 200]]);
    expect(cut("down")).toEqual([[0, 0, 100, 80]]);
    expect(cut("up")).toEqual([[0, 120, 100, 200]]);
  });
});

test("words of one line share a rectangle; columns beside each other do not", () => {
  const texts = [
    { start: 0, end: 5, rectangle: [50, 100, 80, 112] as const },
    { start: 6, end: 9, rectangle: [84, 102, 100, 112] as const },
    { start: 10, end: 14, rectangle: [300, 100, 330, 112] as const },
  ];
  expect(rectanglesOf([{ page: 1, ...size, texts }], { start: 0, end: 14 })[0]?.lines).toEqual([
    [50, 100, 100, 112],
    [300, 100, 330, 112],
  ]);
});

test("a passage has at most 200 rectangles on a page, which cover all of its lines", () => {
  const texts = Array.from({ length: 1000 }, (_, at) => ({
    start: at * 2,
    end: at * 2 + 1,
    rectangle: [10, at, 12, at + 0.5] as const,
  }));
  const lines = rectanglesOf([{ page: 1, ...size, texts }], { start: 0, end: 2000 })[0]?.lines ?? [];
  expect(lines).toHaveLength(200);
  expect(lines.at(-1)?.[3]).toBe(999.5);
});
