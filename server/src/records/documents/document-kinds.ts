import type { DocumentKind } from "@quarry/schema";
import { type SQL, sql } from "drizzle-orm";
import { documents } from "../../platform/database/tables/document-tables.ts";

const OFFICE = "application/vnd.openxmlformats-officedocument";
const OPEN = "application/vnd.oasis.opendocument";

/** The media types of each kind, as patterns of `like`; every other type is of the kind `other`. */
const TYPES: Readonly<Record<Exclude<DocumentKind, "other">, readonly string[]>> = {
  pdf: ["application/pdf"],
  word: [
    `${OFFICE}.wordprocessingml.document`,
    `${OPEN}.text`,
    "application/msword",
    "application/rtf",
    "text/rtf",
  ],
  spreadsheet: [
    `${OFFICE}.spreadsheetml.sheet`,
    `${OPEN}.spreadsheet`,
    "application/vnd.ms-excel",
    "text/csv",
    "text/tab-separated-values",
  ],
  presentation: [
    `${OFFICE}.presentationml.presentation`,
    `${OPEN}.presentation`,
    "application/vnd.ms-powerpoint",
  ],
  text: [
    ...["text/plain", "text/markdown", "text/x-rst", "text/x-org", "text/x-asciidoc"],
    ...["text/x-tex", "application/x-subrip", "text/vtt"],
  ],
  web: ["text/html", "application/xhtml+xml"],
  mail: ["message/rfc822", "application/mbox", "application/vnd.ms-outlook"],
  image: ["image/%"],
  code: [
    ...["application/json", "application/x-ipynb+json", "application/sql", "text/javascript"],
    ...["typescript", "python", "java", "csharp", "c", "c++", "go", "rust", "swift", "kotlin", "php"].map(
      (language) => `text/x-${language}`,
    ),
    ...["ruby", "elixir", "sh", "perl", "lua", "r"].map((language) => `text/x-${language}`),
  ],
  book: ["application/epub+zip"],
  archive: ["application/zip", "application/gzip", "application/x-tar"],
};

/** Condition: the document is of one of these kinds. */
export function isOfKind(kinds: readonly DocumentKind[]): SQL {
  const wanted = kinds.flatMap((kind) => (kind === "other" ? [] : TYPES[kind]));
  const isWanted = isLike(wanted);
  return kinds.includes("other")
    ? sql`(${isWanted} or not ${isLike(Object.values(TYPES).flat())})`
    : isWanted;
}

function isLike(patterns: readonly string[]): SQL {
  return sql`${documents.mimeType} like any(${sql.param(patterns)}::text[])`;
}
