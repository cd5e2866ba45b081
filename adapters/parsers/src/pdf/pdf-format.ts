import type { FileFormat } from "../detection/file-format.ts";

export const pdfFormat: FileFormat = {
  parsers: ({ recognizer }) => [
    {
      mimeTypes: ["application/pdf"],
      parse: async (input) => (await import("./pdf-parser.ts")).parsePdf(input, recognizer),
    },
  ],
  signatures: [
    {
      prefixes: ["%PDF-"],
      confirm: (head) => /^%PDF-\d\.\d\s/.test(head),
      mimeType: "application/pdf",
    },
  ],
};
