import type { ParsedDocument, ParseInput } from "@quarry/core";
import type { Address, Attachment } from "postal-mime";
import { DocumentText } from "../document/document-text.ts";
import { htmlText } from "../html/html-parser.ts";
import { readMail } from "./read-mail.ts";

/** Parses an e-mail: subject, sender, recipients, date, body, and the names of its attachments. */
export async function parseEmail({ bytes }: ParseInput): Promise<ParsedDocument> {
  const { subject = "", from, to, cc, date, text, html, attachments, warnings } = await readMail(bytes);
  const out = new DocumentText();
  out.heading(1, subject);
  const head = [
    ["From", namesOf(from ? [from] : [])],
    ["To", namesOf(to)],
    ["Cc", namesOf(cc)],
    ["Date", date ?? ""],
    ["Attachments", attachments.map(({ filename }) => filename ?? "").join(", ")],
  ].filter(([, value]) => value !== "");
  out.add("paragraph", head.map(([name, value]) => `${name}: ${value}`).join("\n"));
  const body = text.trim() || htmlText(html);
  for (const paragraph of body.split(/\n\s*\n/)) out.add("paragraph", paragraph.trim());
  return out.finish("message/rfc822", { title: subject, warnings: [...warnings, ...leftOut(attachments)] });
}

/** Attachments are not read, as a document has one file. */
function leftOut(attachments: readonly Attachment[]): string[] {
  const [first, ...others] = attachments;
  if (!first) return [];
  const what = others.length === 0 ? "1 attachment was" : `${attachments.length} attachments were`;
  return [`${what} not read. Send what you want to find as documents of their own.`];
}

function namesOf(addresses: readonly Address[] = []): string {
  return addresses.map(({ name, address = "" }) => (name ? `${name} <${address}>` : address)).join(", ");
}
