import type { ByteRange } from "@quarry/core";

/**
 * The part of `size` bytes that a `Range` header asks for (RFC 9110 §14.2): undefined for all of them, which several
 * ranges and other units get too; `none` when it lies outside.
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
