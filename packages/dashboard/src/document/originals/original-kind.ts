/** A kind of originals that are shown. */
export type ShownKind = "picture" | "table" | "workbook" | "web" | "mail" | "text";

/** A kind of originals. Browsers cannot show an `unshown` one. */
export type OriginalKind = ShownKind | "unshown";

const KINDS: Readonly<Record<string, ShownKind>> = {
  "image/png": "picture",
  "image/jpeg": "picture",
  "image/gif": "picture",
  "image/webp": "picture",
  "image/avif": "picture",
  "image/bmp": "picture",
  "image/svg+xml": "picture",
  "text/csv": "table",
  "text/tab-separated-values": "table",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "workbook",
  "text/html": "web",
  "application/xhtml+xml": "web",
  "message/rfc822": "mail",
};

const TEXTS = /^text\/|[/+](?:json|xml|yaml|javascript|sql|x-sh)$/;

/** The kind of an original; undefined for a PDF, which has pages. */
export function originalKind(mimeType: string): OriginalKind | undefined {
  const kind = Object.hasOwn(KINDS, mimeType) ? KINDS[mimeType] : undefined;
  if (kind !== undefined) return kind;
  if (isPdf(mimeType)) return undefined;
  return TEXTS.test(mimeType) ? "text" : "unshown";
}

/** True for a PDF, whose pages are drawn. */
export function isPdf(mimeType: string): boolean {
  return mimeType === "application/pdf";
}
