import type { FileFormat } from "../detection/file-format.ts";

/** Books. Detected with the other documents that are ZIP archives. */
export const epubFormat: FileFormat = {
  parsers: () => [
    {
      mimeTypes: ["application/epub+zip"],
      parse: async (input) => (await import("./epub-parser.ts")).parseEpub(input),
    },
  ],
};
