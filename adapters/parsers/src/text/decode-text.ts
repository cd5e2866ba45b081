import { parseError } from "../document/parse-error.ts";
import { countControls } from "./control-characters.ts";
import { decodeUtf32, unicodeForm } from "./unicode-form.ts";

const SAMPLE_CHARS = 65_536;
const REPLACEMENT = "\ufffd";

/**
 * Decodes a file's bytes and converts line ends to `\n`. The encoding comes from the byte order mark. Without one it is
 * UTF-16 if the position of the zero bytes suggests so, then UTF-8 if the bytes are valid, then `declaredCharset`, then
 * windows-1252.
 *
 * @param declaredCharset The charset that the file declares. Ignored if the bytes are Unicode.
 * @throws QuarryError `invalid_request` if the bytes are not text.
 */
export function decodeText(bytes: Uint8Array, declaredCharset?: string): string {
  const text = decode(bytes, declaredCharset);
  assertNotBinary(text);
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

function decode(bytes: Uint8Array, declaredCharset: string | undefined): string {
  const form = unicodeForm(bytes);
  if (form === "utf-32le" || form === "utf-32be") return decodeUtf32(bytes.subarray(4), form === "utf-32le");
  if (form) return new TextDecoder(form).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeEightBit(bytes, declaredCharset);
  }
}

/**
 * Decodes bytes that are not valid UTF-8. A UTF-8 file with a few damaged bytes stays UTF-8: at most one replacement
 * character for every ten valid non-ASCII ones.
 */
function decodeEightBit(bytes: Uint8Array, declaredCharset: string | undefined): string {
  const lossy = new TextDecoder("utf-8").decode(bytes);
  let valid = 0;
  let replaced = 0;
  for (let at = 0; at < lossy.length; at++) {
    if (lossy[at] === REPLACEMENT) replaced++;
    else if (lossy.charCodeAt(at) > 0x7f) valid++;
  }
  if (replaced * 10 <= valid) return lossy;
  if (declaredCharset) {
    try {
      return new TextDecoder(declaredCharset as ConstructorParameters<typeof TextDecoder>[0]).decode(bytes);
    } catch {
      // Unknown charset name: fall through to windows-1252.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

function assertNotBinary(text: string): void {
  const controls = countControls(text, SAMPLE_CHARS);
  if (controls * 20 <= Math.min(text.length, SAMPLE_CHARS) && !text.includes("\0")) return;
  throw parseError(
    "The file is binary data of a type that is not supported by this version.",
    "Extract its text and send that.",
  );
}
