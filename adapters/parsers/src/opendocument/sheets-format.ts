import type { FileFormat } from "../detection/file-format.ts";

const ODS = "application/vnd.oasis.opendocument.spreadsheet";

/** OpenDocument spreadsheets. Detected with the other documents that are ZIP archives. */
export const openDocumentSheetsFormat: FileFormat = {
  parsers: () => [
    { mimeTypes: [ODS], parse: async (input) => (await import("./sheets-parser.ts")).parseOds(ODS, input) },
  ],
};
