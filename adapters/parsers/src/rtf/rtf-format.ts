import type { FileFormat } from "../detection/file-format.ts";

const RTF = "application/rtf";

export const rtfFormat: FileFormat = {
  parsers: () => [
    { mimeTypes: [RTF], parse: async (input) => (await import("./rtf-parser.ts")).parseRtf(input) },
  ],
  signatures: [{ prefixes: ["{\\rtf", "\xef\xbb\xbf{\\rtf", "\r\n{\\rtf", "\n{\\rtf"], mimeType: RTF }],
};
