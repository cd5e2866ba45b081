import type { Signature, SignaturePattern } from "./file-format.ts";
import { UNSUPPORTED_FORMATS } from "./unsupported-formats.ts";

const HEAD_BYTES = 128;

/**
 * Returns the MIME type that a file's first bytes identify, or undefined if they identify none.
 *
 * @throws QuarryError `invalid_request` that names the format if it is not supported.
 */
export function mimeTypeFromBytes(
  bytes: Uint8Array,
  filename: string,
  signatures: readonly Signature[],
): string | undefined {
  const head = headOf(bytes);
  for (const signature of signatures) {
    if (!matches(signature, head)) continue;
    const { mimeType } = signature;
    const found = typeof mimeType === "function" ? mimeType(bytes, filename) : mimeType;
    if (found) return found;
  }
  const unsupported = UNSUPPORTED_FORMATS.find((candidate) => matches(candidate, head));
  if (unsupported) throw unsupported.error();
  return undefined;
}

/** The first bytes as a string, without white space and a byte order mark in front of a PDF header. */
function headOf(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes;
  const head = Buffer.from(buffer, byteOffset, Math.min(HEAD_BYTES, byteLength)).toString("latin1");
  return head.replace(/^(?:\xef\xbb\xbf)?[ \t\r\n]+(?=%PDF-)/, "");
}

function matches({ prefixes, confirm }: SignaturePattern, head: string): boolean {
  return prefixes.some((prefix) => head.startsWith(prefix)) && (confirm?.(head) ?? true);
}
