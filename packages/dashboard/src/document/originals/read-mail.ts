import { bodyText, headerText, type MimePart, parameterOf, partsOf, readPart } from "./mime-part.ts";

/** What is shown of a mail. */
export interface Mail {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  readonly date: string;
  readonly text: string;
  /** Empty if the mail has no HTML. */
  readonly html: string;
  /** Names of the files that came with it; their media types if they have none. */
  readonly attachments: readonly string[];
}

const MAX_DEPTH = 20;
const MAX_ATTACHMENTS = 100;
const CHARS_AT_ONCE = 8192;

/** Reads a mail (RFC 5322 with MIME). What is not understood is left out. */
export function readMail(bytes: Uint8Array): Mail {
  let source = "";
  for (let at = 0; at < bytes.length; at += CHARS_AT_ONCE)
    source += String.fromCharCode(...bytes.subarray(at, at + CHARS_AT_ONCE));
  const mail = readPart(source);
  const content = { text: "", html: "", attachments: [] as string[] };
  collect(mail, content, 0);
  const header = (name: string) => headerText(mail.headers.get(name) ?? "");
  return {
    subject: header("subject"),
    from: header("from"),
    to: header("to"),
    cc: header("cc"),
    date: header("date"),
    ...content,
  };
}

function collect(
  part: MimePart,
  content: { text: string; html: string; attachments: string[] },
  depth: number,
): void {
  const { headers, body } = part;
  const header = headers.get("content-type") ?? "text/plain";
  const [type = ""] = header.toLowerCase().split(/[;\s]/);
  const boundary = parameterOf(header, "boundary");
  if (type.startsWith("multipart/") && boundary) {
    if (depth === MAX_DEPTH) return;
    for (const inner of partsOf(body, boundary)) collect(inner, content, depth + 1);
    return;
  }
  const disposition = headers.get("content-disposition") ?? "";
  const filename = parameterOf(disposition, "filename") ?? parameterOf(header, "name");
  const isFile = filename !== undefined || /^\s*attachment/i.test(disposition);
  if (!isFile && type === "text/html") content.html ||= bodyText(part);
  else if (!isFile && type === "text/plain") content.text += bodyText(part);
  else if (content.attachments.length < MAX_ATTACHMENTS) content.attachments.push(filename || type);
}
