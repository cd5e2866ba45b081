import type { DocumentText } from "../document/document-text.ts";

/** What is written of a mail. */
export interface MailContent {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  readonly date: string;
  /** Paragraphs with blank lines between them. */
  readonly body: string;
  /** Names of the files that came with it. */
  readonly attachments: readonly string[];
}

/** Writes a mail: subject, sender, recipients, date, names of its attachments, and body. */
export function writeMail(
  { subject, from, to, cc, date, body, attachments }: MailContent,
  out: DocumentText,
): void {
  out.heading(1, subject);
  const head = [
    ["From", from],
    ["To", to],
    ["Cc", cc],
    ["Date", date],
    ["Attachments", attachments.filter((name) => name !== "").join(", ")],
  ].filter(([, value]) => value !== "");
  out.add("paragraph", head.map(([name, value]) => `${name}: ${value}`).join("\n"));
  for (const paragraph of body.split(/\n\s*\n/)) out.add("paragraph", paragraph.trim());
}

/** Attachments are not read, as a document has one file. */
export function leftOut(attachments: number): string[] {
  if (attachments === 0) return [];
  const what = attachments === 1 ? "1 attachment was" : `${attachments} attachments were`;
  return [`${what} not read. Send what you want to find as documents of their own.`];
}
