import { typeOfBytes } from "./binary-signatures.ts";
import { decodeText } from "./decode-text.ts";

const HEAD_BYTES = 4096;

const TYPE_BY_ENDING: Readonly<Record<string, string>> = {
  txt: "text/plain",
  text: "text/plain",
  log: "text/plain",
  md: "text/markdown",
  markdown: "text/markdown",
  mdown: "text/markdown",
  mkd: "text/markdown",
  mdx: "text/markdown",
  html: "text/html",
  htm: "text/html",
  xhtml: "text/html",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  tab: "text/tab-separated-values",
  json: "application/json",
  geojson: "application/json",
  eml: "message/rfc822",
};

const TYPE_BY_ALIAS: Readonly<Record<string, string>> = {
  "text/x-markdown": "text/markdown",
  "application/xhtml+xml": "text/html",
  "application/csv": "text/csv",
  "text/tsv": "text/tab-separated-values",
  "text/json": "application/json",
};

const TEXT_TYPES = /^(?:text\/|application\/json$|message\/rfc822$)/;

/**
 * Tells a file's MIME type: by its bytes, then by the ending of its name, then by the declared type, else plain text.
 *
 * @throws QuarryError `invalid_request` when the bytes are of a type that is not supported.
 */
export function detectType(bytes: Uint8Array, filename: string, declaredMimeType = ""): string {
  const shown = typeOfBytes(bytes, filename);
  if (shown) return shown;
  if (looksLikeHtml(bytes)) return "text/html";
  const ending = /\.([a-z0-9]+)$/i.exec(filename.slice(-20))?.[1]?.toLowerCase() ?? "";
  if (Object.hasOwn(TYPE_BY_ENDING, ending)) return TYPE_BY_ENDING[ending] ?? "text/plain";
  const declared = declaredMimeType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (Object.hasOwn(TYPE_BY_ALIAS, declared)) return TYPE_BY_ALIAS[declared] ?? "text/plain";
  // Kinds that are no text show it in their bytes.
  return TEXT_TYPES.test(declared) ? declared : "text/plain";
}

function looksLikeHtml(bytes: Uint8Array): boolean {
  // A multiple of four bytes parts no character of UTF-16 or UTF-32.
  const head = decodeText(bytes.subarray(0, HEAD_BYTES));
  const start = head.replace(/^(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->)+/i, "").slice(0, 32);
  return /^<(?:!doctype\s+html|html)[\s>]/i.test(start);
}
