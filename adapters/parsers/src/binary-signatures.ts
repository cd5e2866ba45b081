import { refusal } from "./refusal.ts";

/** A kind of file that is known by its first bytes and cannot be read. Strings have one character per byte. */
interface Signature {
  readonly name: string;
  readonly starts: readonly string[];
  /** What must hold besides, where text could start so too. */
  readonly confirm?: (head: string) => boolean;
}

const SIGNATURES: readonly Signature[] = [
  { name: "a PDF", starts: ["%PDF-"], confirm: (head) => /^%PDF-\d\.\d\s/.test(head) },
  {
    name: "a ZIP archive or an Office document (docx, xlsx, pptx, odt, epub)",
    starts: ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"],
  },
  { name: "a PNG image", starts: ["\x89PNG\r\n\x1a\n"] },
  { name: "a JPEG image", starts: ["\xff\xd8\xff"] },
  {
    name: "a GIF image",
    starts: ["GIF87a", "GIF89a"],
    confirm: (head) => /[^\s -~]/.test(head.slice(6, 13)),
  },
  { name: "a TIFF image", starts: ["II*\0", "MM\0*"] },
  {
    name: "a WebP, WAV or AVI file",
    starts: ["RIFF"],
    confirm: (head) => /^(?:WEBP|WAVE|AVI )/.test(head.slice(8)),
  },
  { name: "an RTF document", starts: ["{\\rtf"] },
  { name: "a gzip archive", starts: ["\x1f\x8b"] },
  {
    name: "a bzip2, 7z, RAR or xz archive",
    starts: ["BZh91AY", "7z\xbc\xaf\x27\x1c", "Rar!\x1a\x07", "\xfd7zXZ\0"],
  },
  { name: "an old Office document (doc, xls, ppt)", starts: ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"] },
];

/**
 * Refuses the kinds of files that are known by their first bytes but not read by this version.
 *
 * @throws QuarryError `invalid_request` that names the kind.
 */
export function refuseKnownBinary(bytes: Uint8Array): void {
  const head = String.fromCharCode(...bytes.subarray(0, 128)).replace(
    /^(?:\xef\xbb\xbf)?[ \t\r\n]+(?=%PDF-)/,
    "",
  );
  const known = SIGNATURES.find(
    ({ starts, confirm }) => starts.some((start) => head.startsWith(start)) && (confirm?.(head) ?? true),
  );
  if (!known) return;
  throw refusal(
    `The file is ${known.name}; this type is not supported by this version.`,
    "Extract its text and send that as plain text, Markdown or HTML.",
  );
}
