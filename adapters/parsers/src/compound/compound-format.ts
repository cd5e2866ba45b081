import type { FileFormat } from "../detection/file-format.ts";

/** Word, Excel and PowerPoint documents before 2007, and mails of Outlook. The parser finds out which. */
const COMPOUND = "application/x-ole-storage";

export const compoundFormat: FileFormat = {
  parsers: () => [
    {
      mimeTypes: [COMPOUND],
      parse: async (input) => (await import("./compound-parser.ts")).parseCompound(input),
    },
  ],
  signatures: [{ prefixes: ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"], mimeType: COMPOUND }],
};
