import { expect, test } from "bun:test";
import type { Block } from "@quarry/core";
import { readingDoubts } from "./reading-doubts.ts";

const document = (text: string, blocks: readonly Block[] = [], mimeType = "application/epub+zip") => ({
  mimeType,
  text,
  blocks,
});
const scanned = (page: number, confidence: number): Block => ({
  kind: "paragraph",
  start: 0,
  end: 10,
  page,
  ocr: true,
  confidence,
});

test("a file is doubted if little was read", () => {
  expect(readingDoubts(document("Cover"), 500_000)).toEqual([
    expect.stringContaining("Only 5 characters of text were found in 500 kB"),
  ]);
  expect(readingDoubts(document("x".repeat(300)), 500_000)).toEqual([]);
  expect(readingDoubts(document("Cover"), 50_000)).toEqual([]);
  expect(readingDoubts(document("Cover", [], "image/png"), 500_000)).toEqual([]);
});

test("a text with many unreadable characters is doubted", () => {
  expect(readingDoubts(document(`${"x".repeat(98)}\ufffd\ufffd`), 100)).toEqual([
    expect.stringContaining("2 of 100 characters could not be read"),
  ]);
  expect(readingDoubts(document(`${"x".repeat(998)}\ufffd\ufffd`), 1000)).toEqual([]);
});

test("recognized text of low confidence is doubted, by page", () => {
  expect(readingDoubts(document("text", [scanned(1, 0.9), scanned(2, 0.3), scanned(2, 0.8)]), 10)).toEqual([
    expect.stringContaining("page 2 was recognized with low confidence"),
  ]);
  expect(readingDoubts(document("text", [scanned(1, 0.9)]), 10)).toEqual([]);
  const many = Array.from({ length: 25 }, (_, at) => scanned(at + 1, 0.1));
  expect(readingDoubts(document("text", many), 10)[0]).toContain("20 and 5 more");
});
