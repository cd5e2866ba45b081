import { countControls } from "./control-characters.ts";
import { refusal } from "./refusal.ts";
import { decodeUtf32, unicodeForm } from "./unicode-form.ts";

const SAMPLE_CHARS = 65_536;
const REPLACEMENT = "\ufffd";

/**
 * The text of a file: by its byte order mark, else as UTF-8, else as UTF-16 where its zero bytes say so, else in the
 * declared or the most common 8-bit encoding. Line ends become `\n`.
 *
 * @param declaredCharset What the file says about itself, where it does; used only when it is not Unicode.
 * @throws QuarryError `invalid_request` when the bytes are not text.
 */
export function decodeText(bytes: Uint8Array, declaredCharset?: string): string {
  const text = decode(bytes, declaredCharset);
  refuseControls(text);
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

/** One damaged byte does not make a UTF-8 file Latin: it stays UTF-8 while most of its special characters are sound. */
function decodeEightBit(bytes: Uint8Array, declaredCharset: string | undefined): string {
  const lossy = new TextDecoder("utf-8").decode(bytes);
  let sound = 0;
  let broken = 0;
  for (let at = 0; at < lossy.length; at++) {
    if (lossy[at] === REPLACEMENT) broken++;
    else if (lossy.charCodeAt(at) > 0x7f) sound++;
  }
  if (broken * 10 <= sound) return lossy;
  if (declaredCharset) {
    try {
      return new TextDecoder(declaredCharset as ConstructorParameters<typeof TextDecoder>[0]).decode(bytes);
    } catch {
      // An unknown name: as if the file had said nothing.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

function refuseControls(text: string): void {
  const controls = countControls(text, SAMPLE_CHARS);
  if (controls * 20 <= Math.min(text.length, SAMPLE_CHARS) && !text.includes("\0")) return;
  throw refusal(
    "The file is not text but binary data of a type that is not supported by this version.",
    "Extract its text and send that.",
  );
}
