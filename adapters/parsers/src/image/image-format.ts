import type { FileFormat } from "../detection/file-format.ts";

const AVIF = "image/avif";

export const imageFormat: FileFormat = {
  parsers: ({ recognizer }) => [
    {
      mimeTypes: ["image/png", "image/jpeg", "image/tiff", "image/webp", AVIF],
      parse: async (input) => (await import("./image-parser.ts")).parseImage(input, recognizer),
    },
  ],
  signatures: [
    { prefixes: ["\x89PNG\r\n\x1a\n"], mimeType: "image/png" },
    { prefixes: ["\xff\xd8\xff"], mimeType: "image/jpeg" },
    { prefixes: ["II*\0", "MM\0*"], mimeType: "image/tiff" },
    {
      prefixes: ["RIFF"],
      confirm: (head) => head.slice(8).startsWith("WEBP"),
      mimeType: "image/webp",
    },
    // The brands of an ISO media file: AVIF, a sequence of them, or AVIF among the compatible ones.
    {
      prefixes: ["\0\0"],
      confirm: (head) => /^[\s\S]{4}ftyp(?:avi[fs]|[\s\S]{8,40}avif)/.test(head),
      mimeType: AVIF,
    },
  ],
};
