import type { FileFormat } from "../detection/file-format.ts";

export const emailFormat: FileFormat = {
  parsers: () => [
    {
      mimeTypes: ["message/rfc822"],
      parse: async (input) => (await import("./email-parser.ts")).parseEmail(input),
    },
  ],
  extensions: { eml: "message/rfc822" },
};
