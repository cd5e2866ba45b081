import type { FileFormat } from "../detection/file-format.ts";
import { zipDocumentType } from "../zip/zip-document-type.ts";
import { OFFICE_TYPES, type OfficeType } from "./office-types.ts";

/** OpenDocument presentations; the signature of all documents that are ZIP archives. */
export const officeFormat: FileFormat = {
  parsers: () =>
    Object.keys(OFFICE_TYPES).map((type) => ({
      mimeTypes: [type],
      parse: async (input) => (await import("./office-parser.ts")).parseOfficeFile(type as OfficeType, input),
    })),
  signatures: [{ prefixes: ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"], mimeType: zipDocumentType }],
};
