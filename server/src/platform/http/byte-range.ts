import type { ByteRange } from "@quarry/core";

/**
 * Reads a `Range` header (RFC 9110 §14.2) for a file of `size` bytes. Returns undefined for the whole file, also when the
 * header has several ranges or another unit, and `none` when the range lies outside the file.
 */
export function readByteRange(header: string | null, size: number): ByteRange | "none" | undefined {
  const [, first = "", last = ""] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "none" : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "none" : { start, end };
}
