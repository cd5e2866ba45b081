import type { FileFormat } from "../detection/file-format.ts";
import { LIBRARY_TYPE, type OfficeType } from "./office-types.ts";
import { zipDocumentType } from "./zip-document-type.ts";

/** Word, Excel, PowerPoint and OpenDocument. */
export const officeFormat: FileFormat = {
  parsers: () =>
    Object.keys(LIBRARY_TYPE).map((type) => ({
      mimeTypes: [type],
      parse: async (input) => (await import("./office-parser.ts")).parseOfficeFile(type as OfficeType, input),
    })),
  signatures: [{ prefixes: ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"], mimeType: zipDocumentType }],
};
