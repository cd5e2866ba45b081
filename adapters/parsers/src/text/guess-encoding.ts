import { createRequire } from "node:module";
import { faultShare } from "./decoding-faults.ts";
import { DETECTED_ENCODINGS, decoderFor } from "./encoding-names.ts";
import { countTellingWords } from "./telling-words.ts";

const SAMPLE_BYTES = 16_384;
/** A text may hold some damaged characters; a wrong encoding shows in more of them. */
const TOLERATED_FAULTS = 0.1;
const FALLBACK = "windows-1252";
const CONTEXT_BYTES = 200;
const LINE_FEED = 10;
const ESCAPE = 27;
/** Markup is ASCII and tells nothing. No trail byte of a multi-byte encoding is an angle bracket. */
const MARKUP = /<(script|style)\b[\s\S]*?<\/\1\s*>|<[a-z/!?][^<>]*>/gi;

const load = createRequire(import.meta.url);
// Its models take 50 MB, so they load with the first file that needs them.
const detector = () => (load("jschardet") as typeof import("jschardet")).chardet;

/** Guesses the encoding of bytes that are not UTF-8, as a name of the WHATWG standard. */
export function guessEncoding(bytes: Uint8Array): string {
  const sample = withoutMarkup(tellingLines(bytes));
  if (!sample.some(isTelling)) return FALLBACK;
  const candidates = detector().detectAll(sample, {
    includeEncodings: Object.keys(DETECTED_ENCODINGS),
    compatNames: false,
    ignoreThreshold: true,
  });
  let best = FALLBACK;
  let decoded = "";
  let bestShare = Number.POSITIVE_INFINITY;
  for (const { encoding } of candidates) {
    const name = DETECTED_ENCODINGS[encoding ?? ""];
    const text = name && decoderFor(name)?.decode(sample);
    if (text === undefined || text === "") continue;
    const share = faultShare(text);
    if (share < bestShare) [best, bestShare, decoded] = [name ?? best, share, text];
    if (share <= TOLERATED_FAULTS) break;
  }
  // The detector takes the symbols of an English text for letters of other languages.
  return countTellingWords(decoded, 1) === 0 && isPlain(sample) ? FALLBACK : best;
}

/** True if the bytes are a clean text in the encoding that is by far the most frequent. */
function isPlain(sample: Uint8Array): boolean {
  return faultShare(new TextDecoder(FALLBACK).decode(sample)) === 0;
}

function withoutMarkup(bytes: Uint8Array): Uint8Array {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const text = source.replace(MARKUP, "\n");
  // A page may have its text in attributes alone.
  return /\P{ASCII}/u.test(text) ? Buffer.from(text, "latin1") : bytes;
}

/** The first lines that tell encodings apart, because they have bytes beyond ASCII or escape sequences. */
function tellingLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE_BYTES) return bytes;
  const sample = new Uint8Array(SAMPLE_BYTES);
  let size = 0;
  for (let at = bytes.findIndex(isTelling); at !== -1 && size < SAMPLE_BYTES; ) {
    // A line may be as long as the file.
    const start = Math.max(bytes.lastIndexOf(LINE_FEED, at) + 1, at - CONTEXT_BYTES);
    const newline = bytes.indexOf(LINE_FEED, at);
    const end = newline === -1 ? bytes.length : newline + 1;
    const line = bytes.subarray(start, Math.min(end, start + SAMPLE_BYTES - size));
    sample.set(line, size);
    size += line.length;
    const next = bytes.subarray(end).findIndex(isTelling);
    at = next === -1 ? -1 : end + next;
  }
  return sample.subarray(0, size);
}

function isTelling(byte: number): boolean {
  return byte > 127 || byte === ESCAPE;
}
