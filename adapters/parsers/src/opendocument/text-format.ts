import type { FileFormat } from "../detection/file-format.ts";

const ODT = "application/vnd.oasis.opendocument.text";

/** OpenDocument texts. Detected with the other documents that are ZIP archives. */
export const openDocumentTextFormat: FileFormat = {
  parsers: () => [
    { mimeTypes: [ODT], parse: async (input) => (await import("./text-parser.ts")).parseOdt(ODT, input) },
  ],
};
