import { assertLength } from "../document/parsed-document.ts";
import type { XlsRecord } from "./xls-records.ts";

const [WIDE, HAS_PHONETICS, IS_RICH] = [0x01, 0x04, 0x08];

/** Reads a string with its length and flags in front. @param lengthBytes 1 or 2. */
export function shortString(content: Buffer, at: number, lengthBytes: 1 | 2, isOld: boolean): string {
  const length = content.readUIntLE(at, lengthBytes);
  const from = at + lengthBytes;
  if (isOld) return new TextDecoder("windows-1252").decode(content.subarray(from, from + length));
  const isWide = ((content[from] ?? 0) & WIDE) !== 0;
  return charsOf(content, from + 1, length, isWide);
}

/** Reads the table of shared strings, which may be cut anywhere by the limits of records. */
export function sharedStrings({ content, continued }: XlsRecord): string[] {
  const parts = [content, ...continued];
  const strings: string[] = [];
  const count = content.readUInt32LE(4);
  let part = 0;
  let at = 8;
  let chars = 0;

  const current = () => parts[part] ?? Buffer.alloc(0);
  /** Steps over bytes, into the next record if need be. Returns false at the end. */
  function settle(): boolean {
    while (at >= current().length && part < parts.length) {
      at -= current().length;
      part += 1;
    }
    return part < parts.length;
  }
  function integer(bytes: 1 | 2 | 4): number {
    let value = 0;
    for (let shift = 0; shift < bytes && settle(); shift += 1) {
      value += (current()[at] ?? 0) * 256 ** shift;
      at += 1;
    }
    return value;
  }

  while (strings.length < count && settle()) {
    let left = integer(2);
    let flags = integer(1);
    const runs = (flags & IS_RICH) !== 0 ? integer(2) : 0;
    const phoneticBytes = (flags & HAS_PHONETICS) !== 0 ? integer(4) : 0;
    let text = "";
    while (left > 0) {
      if (at >= current().length) {
        if (!settle()) break;
        // The characters go on in the next record, perhaps in another width.
        flags = integer(1);
      }
      const isWide = (flags & WIDE) !== 0;
      const fitting = Math.floor((current().length - at) / (isWide ? 2 : 1));
      const taken = Math.min(left, fitting);
      if (taken === 0) break;
      text += charsOf(current(), at, taken, isWide);
      at += taken * (isWide ? 2 : 1);
      left -= taken;
    }
    at += 4 * runs + phoneticBytes;
    chars += text.length;
    assertLength(chars);
    strings.push(text);
  }
  return strings;
}

function charsOf(content: Buffer, from: number, length: number, isWide: boolean): string {
  return isWide
    ? content.toString("utf16le", from, from + 2 * length)
    : content.toString("latin1", from, from + length);
}
