import { countControls } from "./control-characters.ts";

/** An encoding that a file's first bytes give away. */
export type UnicodeForm = "utf-8" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

const SAMPLE_BYTES = 4096;

/** Tells the encoding by the byte order mark, or UTF-16 by where its zero bytes lie; undefined when neither says. */
export function unicodeForm(bytes: Uint8Array): UnicodeForm | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && bytes.length % 4 === 0 ? "utf-32le" : "utf-16le";
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return "utf-32be";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  return utf16WithoutMark(bytes);
}

/** Spaces and line ends have a zero byte in every script, always on the same side. */
function utf16WithoutMark(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return undefined;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0] as [number, number];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[(at & 1) as 0 | 1]++;
  const [even, odd] = zeros;
  const fewest = sample.length / 200;
  const form =
    odd > even * 20 && odd >= fewest
      ? "utf-16le"
      : even > odd * 20 && even >= fewest
        ? "utf-16be"
        : undefined;
  if (!form) return undefined;
  try {
    const text = new TextDecoder(form, { fatal: true }).decode(sample.subarray(0, sample.length & ~3), {
      stream: true,
    });
    return countControls(text) > 0 || /[\ufffe\uffff]/.test(text) ? undefined : form;
  } catch {
    return undefined;
  }
}

/** Decodes UTF-32 after its mark; what is not a character becomes U+FFFD. */
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
