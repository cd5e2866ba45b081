import { strToU8, zipSync } from "fflate";

/** The files of a book, by name. */
export type BookFiles = Record<string, string | Uint8Array>;

/** Packs a book. */
export function packBook(files: BookFiles): Uint8Array {
  const entries = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === "string" ? strToU8(content) : content,
  ]);
  return zipSync({ mimetype: strToU8("application/epub+zip"), ...Object.fromEntries(entries) });
}

/** Returns a container that names the package file. */
export function containerOf(path: string): string {
  return `<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
    <rootfiles><rootfile full-path="${path}" media-type="application/oebps-package+xml"/></rootfiles></container>`;
}

/** An entry of a package's manifest. */
export interface ManifestItem {
  readonly href: string;
  readonly type?: string;
  readonly properties?: string;
}

/** Returns a package file whose pages are read in the order of the list. */
export function packageOf(items: readonly ManifestItem[], metadata = "<dc:title>A book</dc:title>"): string {
  const isPage = ({ type = "application/xhtml+xml" }: ManifestItem) => type.includes("html");
  const list = items.map(
    ({ href, type = "application/xhtml+xml", properties = "" }, at) =>
      `<item id="i${at}" href="${href}" media-type="${type}" properties="${properties}"/>`,
  );
  const spine = items.flatMap((item, at) => (isPage(item) ? [`<itemref idref="i${at}"/>`] : []));
  return `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata}</metadata>
    <manifest>${list.join("")}</manifest><spine>${spine.join("")}</spine></package>`;
}

/** Returns a page of a book. */
export function pageOf(body: string): string {
  return `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>
    <body>${body}</body></html>`;
}
