import type { FileFormat } from "../detection/file-format.ts";
import { EMAIL, MBOX } from "./mail-types.ts";
import { startsMailbox } from "./mailbox-spans.ts";

/** Mails and mailboxes. */
export const emailFormat: FileFormat = {
  parsers: () => [
    { mimeTypes: [EMAIL], parse: async (input) => (await import("./email-parser.ts")).parseEmail(input) },
    { mimeTypes: [MBOX], parse: async (input) => (await import("./mailbox-parser.ts")).parseMailbox(input) },
  ],
  extensions: { eml: EMAIL, mbox: MBOX },
  signatures: [{ prefixes: ["From "], confirm: startsMailbox, mimeType: MBOX }],
};
