/** The kinds of files that lists of documents can be limited to. A kind covers several media types. */
export const DOCUMENT_KINDS = [
  "pdf",
  "word",
  "spreadsheet",
  "presentation",
  "text",
  "web",
  "mail",
  "image",
  "code",
  "book",
  "archive",
  "other",
] as const;
/** One of the kinds. */
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What each kind covers, for descriptions. */
export const KINDS_EXPLAINED =
  "`pdf`; `word`: Word, OpenDocument text, RTF; `spreadsheet`: Excel, OpenDocument, CSV; `presentation`; `text`: plain text, Markdown and other markup; `web`: HTML; `mail`: mails and mailboxes; `image`; `code`: source code, JSON, notebooks; `book`: EPUB; `archive`: ZIP, tar, gzip; `other`";
