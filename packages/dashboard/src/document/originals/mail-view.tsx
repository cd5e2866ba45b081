import type { Document } from "@quarry/sdk";
import { list, moment } from "../../text/format.ts";
import { text } from "../../text/text.ts";
import { HtmlFrame } from "./html-frame.tsx";
import { type Mail, readMail } from "./read-mail.ts";
import { type Bytes, ReadOriginal } from "./read-original.tsx";

const words = text.original;
const MAX_BYTES = 2_000_000;
const MAX_TEXT_CHARS = 200_000;

/** A mail: its headers, and its HTML without what it would load or run, or else its text. */
export function MailView({ document }: { document: Document }) {
  return (
    <ReadOriginal document={document} maxBytes={MAX_BYTES} read={(bytes: Bytes) => readMail(bytes)}>
      {(mail) => (
        <>
          <Headers mail={mail} />
          {mail.html === "" ? (
            <p className="mail-text" dir="auto">
              {mail.text.slice(0, MAX_TEXT_CHARS)}
            </p>
          ) : (
            <>
              <p className="faint">{words.withoutRemote}</p>
              <HtmlFrame html={mail.html} title={words.frameOf(document.filename)} />
            </>
          )}
        </>
      )}
    </ReadOriginal>
  );
}

function Headers({ mail }: { mail: Mail }) {
  const { subject, from, to, cc, date, attachments } = mail;
  const headers = [
    [words.subject, subject],
    [words.from, from],
    [words.to, to],
    [words.cc, cc],
    [words.date, Number.isNaN(Date.parse(date)) ? date : moment(date)],
    [words.attachments, list(attachments)],
  ] as const;
  return (
    <dl className="mail-headers">
      {headers
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
