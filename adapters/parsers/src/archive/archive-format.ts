import type { FileFormat } from "../detection/file-format.ts";
import { GZIP, TAR, ZIP } from "./archive-members.ts";

/** ZIP, tar and gzip. Office documents and books, which are ZIP archives, are recognised before. */
export const archiveFormat: FileFormat = {
  parsers: ({ registry }) =>
    [ZIP, GZIP, TAR].map((type) => ({
      mimeTypes: [type],
      parse: async (input) => (await import("./archive-parser.ts")).parseArchive(type, input, registry()),
    })),
  extensions: { tar: TAR },
  signatures: [
    { prefixes: ["PK\x03\x04", "PK\x05\x06"], mimeType: ZIP },
    { prefixes: ["\x1f\x8b\x08"], mimeType: GZIP },
  ],
};
