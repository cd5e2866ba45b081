import { expect, test } from "bun:test";
import { readByteRange } from "./byte-range.ts";

test.each([
  ["bytes=0-9", { start: 0, end: 10 }],
  ["bytes=90-", { start: 90, end: 100 }],
  ["bytes=-10", { start: 90, end: 100 }],
  ["bytes=-1000", { start: 0, end: 100 }],
  ["bytes=50-1000", { start: 50, end: 100 }],
  ["Bytes = 5 - 5", { start: 5, end: 6 }],
  ["bytes=100-", "none"],
  ["bytes=-0", "none"],
  [null, undefined],
  ["bytes=-", undefined],
  ["bytes=9-1", undefined],
  ["bytes=0-1,5-6", undefined],
  ["lines=1-2", undefined],
] as const)("%p of 100 bytes", (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range as never);
});
