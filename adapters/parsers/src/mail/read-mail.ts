import { isUtf8 } from "node:buffer";
import PostalMime, { type Email } from "postal-mime";
import { readText } from "../text/decode-text.ts";
import { faultShare } from "../text/decoding-faults.ts";
import { decoderFor } from "../text/encoding-names.ts";
import { declaredCharset, declareEverywhere, mailSource } from "./mail-source.ts";

/** A mail, and what to know about how its text was decoded. */
export interface ReadMail extends Pick<Email, "subject" | "from" | "to" | "cc" | "date" | "attachments"> {
  readonly text: string;
  readonly html: string;
  readonly warnings: readonly string[];
}

/** A declared encoding is not the true one if more of the text beyond ASCII looks wrong. */
const TOLERATED_FAULTS = 0.05;
/** An encoding that has a character for each byte, so that decoding can be undone. */
const REVERSIBLE = "windows-1252";
const BYTE_OF = new Map(
  [...new TextDecoder(REVERSIBLE).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (char, byte) => [char, byte],
  ),
);

/** Parses a mail. Text whose declared encoding is missing or wrong is decoded like a file without one. */
export async function readMail(bytes: Uint8Array): Promise<ReadMail> {
  const source = mailSource(bytes);
  const mail = await PostalMime.parse(source);
  const { text = "", html = "" } = mail;
  const label = declaredCharset(source);
  if (!isMisread(text || html, label)) return { ...mail, text, html, warnings: [] };
  // The library gives only decoded text, so it decodes again in a way that can be undone.
  const raw = await PostalMime.parse(declareEverywhere(source, REVERSIBLE));
  const [plain, marked] = [raw.text ?? "", raw.html ?? ""].map((part) => readText(bytesOf(part), label));
  return {
    ...mail,
    text: plain?.text ?? text,
    html: marked?.text ?? html,
    warnings: (text ? plain : marked)?.warnings ?? [],
  };
}

function isMisread(text: string, label: string | undefined): boolean {
  if (label !== undefined && decoderFor(label) === undefined) return true;
  return faultShare(text) > TOLERATED_FAULTS || isMisreadUtf8(text);
}

/** True for UTF-8 that was read byte by byte: "Ã¼" for "ü". */
function isMisreadUtf8(text: string): boolean {
  if (!/[\u0080-\u00ff]/.test(text) || [...text].some((char) => !BYTE_OF.has(char))) return false;
  return isUtf8(bytesOf(text));
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => BYTE_OF.get(char) ?? 63);
}
