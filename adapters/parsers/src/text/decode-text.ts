import { parseError } from "../document/parse-error.ts";
import { countControls } from "./control-characters.ts";
import { faultShare } from "./decoding-faults.ts";
import { decoderFor } from "./encoding-names.ts";
import { guessEncoding } from "./guess-encoding.ts";
import { countTellingWords } from "./telling-words.ts";
import { decodeUtf32, unicodeForm } from "./unicode-form.ts";

const SAMPLE_CHARS = 65_536;
const REPLACEMENT = "\ufffd";
/** A declared encoding is not the true one if more of the text beyond ASCII looks wrong. */
const TOLERATED_FAULTS = 0.05;
/** With so many words beyond ASCII, statistics mistake one text of Western Europe in a thousand; with few, one in fifty. */
const TELLING_WORDS = 10;
/** The escape sequences of ISO-2022-JP, whose bytes are all ASCII. */
const ISO_2022_JP = ["\x1b$@", "\x1b$B"];
const NOT_LATIN = /[^\P{L}\p{Script=Latin}]/gu;

/** A file's text, and how it was decoded. */
export interface DecodedText {
  readonly text: string;
  /** Name of the encoding in the WHATWG standard, or "utf-32". */
  readonly encoding: string;
  /** What people should know who find the text wrong. */
  readonly warnings: readonly string[];
}

/**
 * Decodes a file's bytes and converts line ends to `\n`, as `readText` does.
 *
 * @throws QuarryError `invalid_request` if the bytes are not text.
 */
export function decodeText(bytes: Uint8Array, declaredCharset?: string): string {
  return readText(bytes, declaredCharset).text;
}

/**
 * Decodes a file's bytes and converts line ends to `\n`. The encoding comes from the byte order mark. Without one it is
 * UTF-16 if the position of the zero bytes suggests so, then UTF-8 if the bytes are valid, then `declaredCharset` if the
 * bytes fit it, and else the most probable one by the statistics of languages.
 *
 * @param declaredCharset The label that the file declares; may be wrong or unknown.
 * @throws QuarryError `invalid_request` if the bytes are not text.
 */
export function readText(bytes: Uint8Array, declaredCharset?: string): DecodedText {
  const { text, encoding } = decode(bytes, declaredCharset);
  assertNotBinary(text);
  return {
    text: text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text,
    encoding,
    warnings: warningsAbout(text, encoding, declaredCharset),
  };
}

/** Decodes the beginning of a file for a look at its ASCII characters; it may end within a character. */
export function decodeHead(bytes: Uint8Array): string {
  const form = unicodeForm(bytes);
  if (form === "utf-32le" || form === "utf-32be") return decodeUtf32(bytes.subarray(4), form === "utf-32le");
  return new TextDecoder(form ?? "windows-1252").decode(bytes);
}

interface Decoding {
  readonly text: string;
  readonly encoding: string;
}

function decode(bytes: Uint8Array, declaredCharset: string | undefined): Decoding {
  const form = unicodeForm(bytes);
  if (form === "utf-32le" || form === "utf-32be")
    return { text: decodeUtf32(bytes.subarray(4), form === "utf-32le"), encoding: "utf-32" };
  if (form) return { text: new TextDecoder(form).decode(bytes), encoding: form };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!ISO_2022_JP.some((sequence) => text.includes(sequence))) return { text, encoding: "utf-8" };
    return decodeAs("iso-2022-jp", bytes) ?? { text, encoding: "utf-8" };
  } catch {
    return decodeLegacy(bytes, declaredCharset);
  }
}

/**
 * Decodes bytes that are not valid UTF-8. A UTF-8 file with a few damaged bytes stays UTF-8: at most one replacement
 * character for every ten valid non-ASCII ones.
 */
function decodeLegacy(bytes: Uint8Array, declaredCharset: string | undefined): Decoding {
  const lossy = new TextDecoder("utf-8").decode(bytes);
  let valid = 0;
  let replaced = 0;
  for (let at = 0; at < lossy.length; at++) {
    if (lossy[at] === REPLACEMENT) replaced++;
    else if (lossy.charCodeAt(at) > 0x7f) valid++;
  }
  if (replaced * 10 <= valid) return { text: lossy, encoding: "utf-8" };
  const declared = declaredCharset === undefined ? undefined : decodeDeclared(bytes, declaredCharset);
  if (declared && !isDefaultLabel(declared.encoding)) return declared;
  const guessed = decodeAs(guessEncoding(bytes), bytes);
  // Programs declare Latin-1 without looking. It gives a text for any bytes.
  const contradicts = guessed && (isOtherAlphabet(guessed.text) || hasEvidence(guessed.text));
  if (declared && !contradicts) return declared;
  return guessed ?? { text: lossy, encoding: "utf-8" };
}

/** Decodes bytes as a label says, unless the label is unknown or wrong: the bytes are not Unicode, or the result is no text. */
function decodeDeclared(bytes: Uint8Array, label: string): Decoding | undefined {
  const encoding = decoderFor(label)?.encoding;
  if (encoding === undefined || encoding.startsWith("utf-") || encoding === "x-user-defined")
    return undefined;
  const declared = decodeAs(encoding, bytes);
  return declared && faultShare(declared.text.slice(0, SAMPLE_CHARS)) <= TOLERATED_FAULTS
    ? declared
    : undefined;
}

function decodeAs(encoding: string, bytes: Uint8Array): Decoding | undefined {
  const text = decoderFor(encoding)?.decode(bytes);
  return text === undefined ? undefined : { text, encoding };
}

/** True for Latin-1, which the WHATWG standard calls windows-1252. */
function isDefaultLabel(encoding: string): boolean {
  return encoding === "windows-1252";
}

/** True if most letters beyond ASCII are of another alphabet than Latin. */
function isOtherAlphabet(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARS);
  const letters = sample.match(/[^\P{L}\p{ASCII}]/gu)?.length ?? 0;
  return (sample.match(NOT_LATIN)?.length ?? 0) * 2 > letters;
}

/** True if there are enough words with letters beyond ASCII to tell encodings of the Latin alphabet apart. */
function hasEvidence(text: string): boolean {
  return countTellingWords(text, TELLING_WORDS) >= TELLING_WORDS;
}

function warningsAbout(text: string, encoding: string, declaredCharset: string | undefined): string[] {
  if (!/\P{ASCII}/u.test(text)) return [];
  const warnings: string[] = [];
  const declared = declaredCharset === undefined ? undefined : decoderFor(declaredCharset)?.encoding;
  if (declaredCharset !== undefined && declared !== encoding) {
    const label = declaredCharset
      .replace(/[^\w.:-]+/g, " ")
      .slice(0, 40)
      .trim();
    warnings.push(
      `The file declares the encoding "${label}", but was read as ${encoding}, which its bytes fit.`,
    );
  } else if (declaredCharset === undefined && !encoding.startsWith("utf-"))
    warnings.push(
      `The file names no encoding; it was read as ${encoding}. If the text is wrong, save the file as UTF-8 and send it again.`,
    );
  const lost = text.split(REPLACEMENT).length - 1;
  if (lost > 0 && !encoding.startsWith("utf-16"))
    warnings.push(
      `${lost.toLocaleString("en-US")} characters could not be decoded; the text shows U+FFFD in their places.`,
    );
  return warnings;
}

function assertNotBinary(text: string): void {
  const controls = countControls(text, SAMPLE_CHARS);
  if (controls * 20 <= Math.min(text.length, SAMPLE_CHARS) && !text.includes("\0")) return;
  throw parseError(
    "The file is binary data of a type that is not supported by this version.",
    "Extract its text and send that.",
  );
}
