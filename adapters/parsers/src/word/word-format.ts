import type { FileFormat } from "../detection/file-format.ts";

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Word documents of 2007 and later. Detected with the other documents that are ZIP archives. */
export const wordFormat: FileFormat = {
  parsers: () => [
    { mimeTypes: [DOCX], parse: async (input) => (await import("./word-parser.ts")).parseWord(DOCX, input) },
  ],
};
