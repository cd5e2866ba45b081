import type { QuarryError } from "@quarry/core";
import { parseError } from "../document/parse-error.ts";
import type { SignaturePattern } from "./file-format.ts";

/** A binary format that no parser supports, recognised so that the error can name it. */
interface UnsupportedFormat extends SignaturePattern {
  readonly error: () => QuarryError;
}

const SEND_TEXT = "Extract its text and send that as plain text, Markdown or HTML.";
const UNPACK = "Unpack it and send the files in it.";

function unsupported(name: string, remedy = SEND_TEXT) {
  return () => parseError(`The file is ${name}; this type is not supported by this version.`, remedy);
}

/** Checked after the signatures of the supported formats. */
export const UNSUPPORTED_FORMATS: readonly UnsupportedFormat[] = [
  { prefixes: ["PK\x07\x08"], error: unsupported("a ZIP archive in parts", UNPACK) },
  {
    prefixes: ["RIFF"],
    confirm: (head) => /^(?:WAVE|AVI )/.test(head.slice(8)),
    error: unsupported("a WAV or AVI file"),
  },
  {
    prefixes: ["GIF87a", "GIF89a"],
    confirm: (head) => /[^\s -~]/.test(head.slice(6, 13)),
    error: unsupported("a GIF image", "Save it as PNG and send that."),
  },
  {
    prefixes: ["\0\0"],
    confirm: (head) => /^[\s\S]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(head),
    error: unsupported("a HEIC image", "Save it as JPEG or PNG and send that."),
  },
  {
    prefixes: ["BZh91AY", "7z\xbc\xaf\x27\x1c", "Rar!\x1a\x07", "\xfd7zXZ\0"],
    error: unsupported("a bzip2, 7z, RAR or xz archive", UNPACK),
  },
];
