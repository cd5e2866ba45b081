import MsgReader from "@kenjiuno/msgreader";
import type { ParsedDocument } from "@quarry/core";
import type { CompoundFile } from "../compound/compound-file.ts";
import { DocumentText } from "../document/document-text.ts";
import { htmlText } from "../html/html-parser.ts";
import { damagedError } from "../zip/zip-errors.ts";
import { MSG } from "./mail-types.ts";
import { leftOut, writeMail } from "./write-mail.ts";

/** Parses a mail of Outlook (.msg): subject, sender, recipients, date, body, and the names of its attachments. */
export function parseMsg(file: CompoundFile): ParsedDocument {
  const mail = new MsgReader(new Uint8Array(file.rebuilt()).buffer).getFileData();
  if (mail.error) throw damagedError("Outlook mail");
  const { subject = "", recipients = [], attachments = [] } = mail;
  const named = (kind: string) =>
    recipients
      .filter(({ recipType = "to" }) => recipType === kind)
      .map(({ name, smtpAddress, email }) => addressOf(name, smtpAddress ?? email))
      .join(", ");
  const html = mail.bodyHtml ?? (mail.html ? new TextDecoder().decode(mail.html) : "");
  const out = new DocumentText();
  writeMail(
    {
      subject,
      from: addressOf(mail.senderName, mail.senderSmtpAddress ?? mail.senderEmail),
      to: named("to"),
      cc: named("cc"),
      date: mail.clientSubmitTime ?? mail.messageDeliveryTime ?? "",
      body: (mail.body ?? "").replace(/\r\n?/g, "\n").trim() || htmlText(html),
      attachments: attachments.map(({ fileName, name }) => fileName ?? name ?? ""),
    },
    out,
  );
  return out.finish(MSG, { title: subject, warnings: leftOut(attachments.length) });
}

function addressOf(name = "", address = ""): string {
  if (name === "" || name === address) return address;
  return address.includes("@") ? `${name} <${address}>` : name;
}
