import type { ParsedDocument, ParseInput } from "@quarry/core";
import PostalMime, { type Address } from "postal-mime";
import { DocumentText } from "./document-text.ts";
import { htmlText } from "./html-parser.ts";

/** Reads an e-mail: its subject, who wrote it to whom and when, its text, and the names of what is attached. */
export async function parseEml({ bytes }: ParseInput): Promise<ParsedDocument> {
  const { subject = "", from, to, cc, date, text, html, attachments } = await PostalMime.parse(bytes);
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
  const body = text?.trim() || htmlText(html ?? "");
  for (const paragraph of body.split(/\n\s*\n/)) out.add("paragraph", paragraph.trim());
  return out.finish("message/rfc822", { title: subject });
}

function namesOf(addresses: readonly Address[] = []): string {
  return addresses.map(({ name, address = "" }) => (name ? `${name} <${address}>` : address)).join(", ");
}
