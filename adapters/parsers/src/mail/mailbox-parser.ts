import type { ParsedDocument, ParseInput } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { parseError } from "../document/parse-error.ts";
import { mailContent } from "./email-parser.ts";
import { MBOX } from "./mail-types.ts";
import { mailSpans } from "./mailbox-spans.ts";
import { readMail } from "./read-mail.ts";
import { leftOut, writeMail } from "./write-mail.ts";

const MAX_MAILS = 10_000;
const MAX_WARNINGS = 50;
/** Mailboxes quote lines of a mail that look like the line before a mail. */
const QUOTED = /^>(>*From )/gm;

/** Parses a mailbox (mbox): its mails one after the other, each with its subject as heading. */
export async function parseMailbox({ bytes, onProgress }: ParseInput): Promise<ParsedDocument> {
  const out = new DocumentText();
  const spans = mailSpans(bytes);
  if (spans.length === 0)
    throw parseError(
      "The file is not a mailbox: it has no mails.",
      "Save single mails as .eml and send them.",
    );
  if (spans.length > MAX_MAILS)
    throw parseError(
      `The mailbox has more than ${MAX_MAILS.toLocaleString("en-US")} mails.`,
      "Split it into several files.",
    );
  const warnings = new Set<string>();
  let attachments = 0;
  for (const { start, end } of spans) {
    const mail = await readMail(unquoted(bytes.subarray(start, end)));
    const content = mailContent(mail);
    writeMail({ ...content, subject: content.subject || "Mail without a subject" }, out);
    attachments += mail.attachments.length;
    for (const warning of mail.warnings) warnings.add(`${content.subject}: ${warning}`);
    onProgress?.({ stage: "reading", bytesDone: end, bytesTotal: bytes.length });
  }
  return out.finish(MBOX, {
    warnings: [...[...warnings].slice(0, MAX_WARNINGS), ...leftOut(attachments)],
  });
}

function unquoted(mail: Uint8Array): Uint8Array {
  const text = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength).toString("latin1");
  return text.includes("\n>") ? Buffer.from(text.replace(QUOTED, "$1"), "latin1") : mail;
}
