/** The line before each mail: `From ada@example.org Mon Nov 23 12:00:00 2026`. */
const SEPARATOR = /^From \S.{0,200}\d\d:\d\d(?::\d\d)?.{0,20}\d{4}\s*$/;
const MAX_SEPARATOR_CHARS = 300;

/** True if a file starts like a mailbox: with the line before a mail, and a header. */
export function startsMailbox(head: string): boolean {
  const [separator = "", header = ""] = head.split(/\r?\n/, 2);
  return SEPARATOR.test(separator) && /^[\w-]{1,76}:/.test(header);
}

/** Returns the ranges of the mails of a mailbox. The line before a mail follows a blank line, or is the first line. */
export function mailSpans(bytes: Uint8Array): { readonly start: number; readonly end: number }[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const spans: { start: number; end: number }[] = [];
  for (let at = 0; at !== -1; ) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    if (end - at < MAX_SEPARATOR_CHARS && SEPARATOR.test(text.toString("latin1", at, end))) {
      const last = spans.at(-1);
      if (last) last.end = at;
      spans.push({ start: Math.min(end + 1, text.length), end: text.length });
    }
    at = nextCandidate(text, end);
  }
  return spans;
}

/** Where the next line starts that may be before a mail, or -1. */
function nextCandidate(text: Buffer, from: number): number {
  for (let at = text.indexOf("\nFrom ", from); at !== -1; at = text.indexOf("\nFrom ", at + 1)) {
    const before = text[at - 1] === 13 ? at - 2 : at - 1;
    if (text[before] === 10) return at + 1;
  }
  return -1;
}
