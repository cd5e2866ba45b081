import type { FileFormat } from "../detection/file-format.ts";

export const imageFormat: FileFormat = {
  parsers: ({ recognizer }) => [
    {
      mimeTypes: ["image/png", "image/jpeg", "image/tiff", "image/webp"],
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
  ],
};
