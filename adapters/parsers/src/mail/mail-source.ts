import { readText } from "../text/decode-text.ts";
import { unicodeForm } from "../text/unicode-form.ts";

const CONTENT_TYPE = /^content-type:[^\n]*(?:\n[ \t][^\n]*)*/gim;
const CHARSET = /(;\s*charset\s*=\s*)("[^"]*"|[^\s;]+)/i;
const ENCODED = /^content-transfer-encoding:\s*(?:base64|quoted-printable)/im;

/** The bytes of a mail in a form that the mail library reads, where headers and 8-bit parts of UTF-16 files are UTF-8. */
export function mailSource(bytes: Uint8Array): Uint8Array {
  const form = unicodeForm(bytes);
  if (form !== undefined && form !== "utf-8")
    return new TextEncoder().encode(declareUtf8(readText(bytes).text));
  const bodyAt = endOfHeaders(bytes);
  const headers = bytes.subarray(0, bodyAt);
  const text = readText(headers, declaredCharset(headers)).text;
  return Buffer.concat([new TextEncoder().encode(text), bytes.subarray(bodyAt)]);
}

/** The first encoding that the headers of a mail or of one of its parts declare. */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  for (const [header] of latin1(bytes).matchAll(CONTENT_TYPE)) {
    const label = CHARSET.exec(header)?.[2];
    if (label) return label.replace(/^"|"$/g, "");
  }
  return undefined;
}

/** The mail with all its parts declared as `charset`, so that the library decodes their bytes in a known way. */
export function declareEverywhere(source: Uint8Array, charset: string): Uint8Array {
  const text = latin1(source).replace(/\r\n/g, "\n");
  const declared = text.replace(CONTENT_TYPE, (header) => declare(header, charset));
  const isDeclared = /^content-type:/im.test(text.slice(0, text.indexOf("\n\n")));
  return Buffer.from(
    isDeclared ? declared : `Content-Type: text/plain; charset=${charset}\n${declared}`,
    "latin1",
  );
}

function declare(header: string, charset: string): string {
  if (CHARSET.test(header)) return header.replace(CHARSET, `$1${charset}`);
  return /^content-type:\s*text\//i.test(header)
    ? header.replace(/(\S)\s*$/, `$1; charset=${charset}`)
    : header;
}

/** Declares the parts that are not encoded in ASCII as UTF-8, as the whole text will be. */
function declareUtf8(source: string): string {
  return source
    .split("\n\n")
    .map((block) =>
      ENCODED.test(block) ? block : block.replace(CONTENT_TYPE, (header) => declare(header, "utf-8")),
    )
    .join("\n\n");
}

function endOfHeaders(bytes: Uint8Array): number {
  const at = /\n\r?\n/.exec(latin1(bytes));
  return at ? at.index + 1 : bytes.length;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
