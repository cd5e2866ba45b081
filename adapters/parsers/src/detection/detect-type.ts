import { decodeHead } from "../text/decode-text.ts";
import type { FileFormat } from "./file-format.ts";
import { mimeTypeFromBytes } from "./signatures.ts";

/** Returns a file's MIME type. @throws QuarryError `invalid_request` if the file's bytes show an unsupported type. */
export type TypeDetector = (bytes: Uint8Array, filename: string, declaredMimeType?: string) => string;

const HEAD_BYTES = 4096;
const MAX_EXTENSION_CHARS = 20;
const TEXT_TYPES = /^(?:text\/|application\/json$|message\/rfc822$)/;

/**
 * Creates a detector for some formats. It checks the file's bytes, then its extension, then the declared type, and
 * falls back to plain text.
 */
export function createTypeDetector(formats: readonly FileFormat[]): TypeDetector {
  const signatures = formats.flatMap((format) => format.signatures ?? []);
  const typeByExtension = new Map(formats.flatMap(({ extensions = {} }) => Object.entries(extensions)));
  const typeByAlias = new Map(formats.flatMap(({ aliases = {} }) => Object.entries(aliases)));

  return (bytes, filename, declaredMimeType = "") => {
    const fromBytes = mimeTypeFromBytes(bytes, filename, signatures);
    if (fromBytes) return fromBytes;
    const root = rootElement(bytes);
    if (root === "html") return "text/html";
    if (root === "svg") return "image/svg+xml";
    const extension = /\.([a-z0-9]+)$/i.exec(filename.slice(-MAX_EXTENSION_CHARS))?.[1]?.toLowerCase() ?? "";
    const fromExtension = typeByExtension.get(extension);
    if (fromExtension) return fromExtension;
    const declared = declaredMimeType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
    const canonical = typeByAlias.get(declared) ?? declared;
    // A binary format would have matched a signature, so a declared binary type is wrong.
    return TEXT_TYPES.test(canonical) ? canonical : "text/plain";
  };
}

/** HTML and SVG have no signature: they may follow an XML declaration and comments, in any encoding. */
function rootElement(bytes: Uint8Array): string | undefined {
  // A multiple of four bytes never splits a UTF-16 or UTF-32 code unit.
  const head = decodeHead(bytes.subarray(0, HEAD_BYTES));
  const start = head.replace(/^(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->)+/i, "").slice(0, 32);
  return /^<(?:!doctype\s+)?(html|svg)[\s>]/i.exec(start)?.[1]?.toLowerCase();
}
