import type { ParsedDocument, ParseInput } from "@quarry/core";
import type { Address } from "postal-mime";
import { DocumentText } from "../document/document-text.ts";
import { htmlText } from "../html/html-parser.ts";
import { type ReadMail, readMail } from "./read-mail.ts";
import { leftOut, type MailContent, writeMail } from "./write-mail.ts";

/** Parses an e-mail: subject, sender, recipients, date, body, and the names of its attachments. */
export async function parseEmail({ bytes }: ParseInput): Promise<ParsedDocument> {
  const mail = await readMail(bytes);
  const out = new DocumentText();
  const content = mailContent(mail);
  writeMail(content, out);
  return out.finish("message/rfc822", {
    title: content.subject,
    warnings: [...mail.warnings, ...leftOut(mail.attachments.length)],
  });
}

/** What is written of a mail that was read. */
export function mailContent({
  subject = "",
  from,
  to,
  cc,
  date,
  text,
  html,
  attachments,
}: ReadMail): MailContent {
  return {
    subject,
    from: namesOf(from ? [from] : []),
    to: namesOf(to),
    cc: namesOf(cc),
    date: date ?? "",
    body: text.trim() || htmlText(html),
    attachments: attachments.map(({ filename }) => filename ?? ""),
  };
}

function namesOf(addresses: readonly Address[] = []): string {
  return addresses.map(({ name, address = "" }) => (name ? `${name} <${address}>` : address)).join(", ");
}
