import type { FileFormat } from "../detection/file-format.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Excel workbooks. Detected with the other documents that are ZIP archives. */
export const sheetsFormat: FileFormat = {
  parsers: () => [
    {
      mimeTypes: [XLSX],
      parse: async (input) => (await import("./workbook-parser.ts")).parseWorkbook(XLSX, input),
    },
  ],
};
