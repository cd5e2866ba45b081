import { countControls } from "./control-characters.ts";

/** A Unicode encoding that a file's first bytes can reveal. */
export type UnicodeForm = "utf-8" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

const SAMPLE_BYTES = 4096;

/** Detects an encoding by its byte order mark, or UTF-16 by the position of its zero bytes. */
export function unicodeForm(bytes: Uint8Array): UnicodeForm | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && bytes.length % 4 === 0 ? "utf-32le" : "utf-16le";
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return "utf-32be";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  return utf16WithoutMark(bytes);
}

/** Spaces and line ends contain a zero byte in every script, always on the same side. */
function utf16WithoutMark(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return undefined;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let evenZeros = 0;
  let oddZeros = 0;
  let asciiPairs = 0;
  for (let at = 0; at < sample.length; at += 2) {
    const even = sample[at] ?? 0;
    const odd = sample[at + 1] ?? 0;
    if (even === 0) evenZeros++;
    if (odd === 0) oddZeros++;
    if (even >= 32 && even < 127 && odd >= 32 && odd < 127) asciiPairs++;
  }
  // Mostly pairs of ASCII characters: 8-bit text with a stray zero byte.
  if (Math.max(evenZeros, oddZeros) < sample.length / 200 || asciiPairs * 4 > sample.length) return undefined;
  const form = oddZeros > evenZeros * 5 ? "utf-16le" : evenZeros > oddZeros * 5 ? "utf-16be" : undefined;
  return form && isCleanText(sample, form) ? form : undefined;
}

function isCleanText(sample: Uint8Array, form: "utf-16le" | "utf-16be"): boolean {
  try {
    const text = new TextDecoder(form, { fatal: true }).decode(sample, { stream: true });
    return countControls(text) === 0 && !/[\ufffe\uffff]/.test(text);
  } catch {
    return false;
  }
}

/** Decodes UTF-32 without its byte order mark. Invalid code points become U+FFFD. */
export function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  let codes: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, littleEndian);
    codes.push(code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? 0xfffd : code);
    if (codes.length === 4096) {
      parts.push(String.fromCodePoint(...codes));
      codes = [];
    }
  }
  return parts.join("") + String.fromCodePoint(...codes);
}
