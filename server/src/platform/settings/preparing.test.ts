import { expect, test } from "bun:test";
import { cpus } from "node:os";
import { preparing } from "./preparing.ts";

test("OCR is automatic and may be switched off", () => {
  expect(preparing({}).ocr.mode).toBe("auto");
  expect(preparing({ QUARRY_OCR: "off" }).ocr.mode).toBe("off");
  expect(() => preparing({ QUARRY_OCR: "never" })).toThrow(
    'Setting QUARRY_OCR="never" must be one of: off, auto, always.',
  );
});

test("images are recognized at the same time as far as the memory suffices", () => {
  const parallel = (bytes: number) =>
    preparing({ QUARRY_PARSE_MAX_MEMORY_BYTES: String(bytes) }).ocr.parallel;
  expect(parallel(100_000_000)).toBe(1);
  expect(parallel(600_000_000)).toBe(Math.min(2, cpus().length));
  expect(parallel(10_000_000_000)).toBe(Math.min(77, cpus().length));
});
