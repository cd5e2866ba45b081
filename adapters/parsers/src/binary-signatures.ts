import { refusal } from "./refusal.ts";
import { zipType } from "./zip-type.ts";

/** A kind of file that is known by its first bytes. Strings have one character per byte. */
interface Signature {
  readonly starts: readonly string[];
  /** What must hold besides, where text could start so too. */
  readonly confirm?: (head: string) => boolean;
  /** The MIME type of a kind that can be read; undefined when a closer look shows that it cannot. */
  readonly type?: (bytes: Uint8Array, filename: string) => string | undefined;
  /** What the kind is called, where it cannot be read, and what to do. */
  readonly refused?: (bytes: Uint8Array) => readonly [problem: string, remedy: string];
}

const UNSUPPORTED = "this type is not supported by this version.";
const SEND_TEXT = "Extract its text and send that as plain text, Markdown or HTML.";
const unsupported =
  (name: string, remedy = SEND_TEXT) =>
  () =>
    [`The file is ${name}; ${UNSUPPORTED}`, remedy] as const;
const only = (type: string) => () => type;

const SIGNATURES: readonly Signature[] = [
  {
    starts: ["%PDF-"],
    confirm: (head) => /^%PDF-\d\.\d\s/.test(head),
    type: only("application/pdf"),
  },
  {
    starts: ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"],
    type: zipType,
    refused: unsupported("a ZIP archive", "Unpack it and send the files in it."),
  },
  { starts: ["\x89PNG\r\n\x1a\n"], type: only("image/png") },
  { starts: ["\xff\xd8\xff"], type: only("image/jpeg") },
  { starts: ["II*\0", "MM\0*"], type: only("image/tiff") },
  {
    starts: ["RIFF"],
    confirm: (head) => head.slice(8).startsWith("WEBP"),
    type: only("image/webp"),
  },
  {
    starts: ["RIFF"],
    confirm: (head) => /^(?:WAVE|AVI )/.test(head.slice(8)),
    refused: unsupported("a WAV or AVI file"),
  },
  {
    starts: ["GIF87a", "GIF89a"],
    confirm: (head) => /[^\s -~]/.test(head.slice(6, 13)),
    refused: unsupported("a GIF image", "Save it as PNG and send that."),
  },
  { starts: ["{\\rtf"], type: only("application/rtf") },
  { starts: ["\x1f\x8b"], refused: unsupported("a gzip archive", "Unpack it and send the files in it.") },
  {
    starts: ["BZh91AY", "7z\xbc\xaf\x27\x1c", "Rar!\x1a\x07", "\xfd7zXZ\0"],
    refused: unsupported("a bzip2, 7z, RAR or xz archive", "Unpack it and send the files in it."),
  },
  { starts: ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"], refused: refuseOldOffice },
];

/**
 * The MIME type that a file's first bytes show; undefined when they show none.
 *
 * @throws QuarryError `invalid_request` that names the kind, when it is one that is not read.
 */
export function typeOfBytes(bytes: Uint8Array, filename: string): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 128)).replace(
    /^(?:\xef\xbb\xbf)?[ \t\r\n]+(?=%PDF-)/,
    "",
  );
  const known = SIGNATURES.find(
    ({ starts, confirm }) => starts.some((start) => head.startsWith(start)) && (confirm?.(head) ?? true),
  );
  const type = known?.type?.(bytes, filename);
  if (!type && known?.refused) throw refusal(...known.refused(bytes));
  return type;
}

/** Word, Excel and PowerPoint before 2007; and what they make today when a password is set. */
function refuseOldOffice(bytes: Uint8Array): readonly [string, string] {
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from("EncryptedPackage", "utf16le"),
  );
  return isEncrypted
    ? ["The file is protected by a password.", "Remove the password and send it again."]
    : [
        `The file is an old Office document (doc, xls, ppt); ${UNSUPPORTED}`,
        "Save it as docx, xlsx or pptx and send that.",
      ];
}
