import { readXml } from "../xml/read-xml.ts";
import { resolvePath } from "../zip/resolve-path.ts";
import type { ZipFiles } from "../zip/zip-files.ts";
import { EPUB_NAMESPACES } from "./epub-namespaces.ts";

const CONTAINER = "META-INF/container.xml";
const PAGE = /\.x?html?$/i;

/** What a book's package file says about it. */
export interface BookPackage {
  readonly title: string;
  readonly creators: readonly string[];
  readonly language: string;
  /** Names of the entries with the text, in reading order. */
  readonly spine: readonly string[];
  /** Number of files of the reading order that are not in the archive. */
  readonly missing: number;
  /** Names of the entries that may hold the table of contents. */
  readonly contents: readonly string[];
}

interface Item {
  readonly href: string;
  readonly type: string;
  readonly isContents: boolean;
}

/** Reads a book's package file. Without a usable one, the book is the pages in the archive, by name. */
export function readPackage(files: ZipFiles): BookPackage {
  const path = packagePath(files);
  const source = path === undefined ? undefined : files.read(path);
  const items = new Map<string, Item>();
  const order: string[] = [];
  const metadata: Record<string, string[]> = { "dc:title": [], "dc:creator": [], "dc:language": [] };
  let open: string[] | undefined;
  if (source)
    readXml(
      source,
      {
        open(name, attributes) {
          open = metadata[name];
          open?.push("");
          const { id = "", href, idref, properties = "", "media-type": type = "" } = attributes;
          if (name === "item" && href !== undefined) {
            const isContents = /(?:^|\s)nav(?:\s|$)/.test(properties) || type === "application/x-dtbncx+xml";
            items.set(id, { href, type, isContents });
          } else if (name === "itemref" && idref !== undefined) {
            order.push(idref);
          }
        },
        close() {
          open = undefined;
        },
        text(data) {
          if (open) open[open.length - 1] += data;
        },
      },
      EPUB_NAMESPACES,
    );

  const entryOf = ({ href }: Item) => files.find(resolvePath(path ?? "", href)) ?? files.find(href);
  const listed = order.flatMap((id) => items.get(id) ?? []);
  const chosen = (listed.length > 0 ? listed : [...items.values()]).filter(isPage);
  const entries = chosen.map(entryOf);
  const found = entries.filter((name) => name !== undefined);
  const valuesOf = (name: string) => (metadata[name] ?? []).map((value) => value.trim()).filter(Boolean);
  return {
    title: valuesOf("dc:title")[0] ?? "",
    creators: valuesOf("dc:creator"),
    language: valuesOf("dc:language")[0] ?? "",
    spine: found.length > 0 ? [...new Set(found)] : files.names.filter((name) => PAGE.test(name)).sort(),
    missing: entries.length - found.length,
    contents: [...items.values()].flatMap((item) => (item.isContents ? (entryOf(item) ?? []) : [])),
  };
}

function packagePath(files: ZipFiles): string | undefined {
  const container = files.read(CONTAINER);
  let path: string | undefined;
  if (container)
    readXml(
      container,
      {
        open(name, { "full-path": fullPath }) {
          if (name === "rootfile") path ??= fullPath;
        },
      },
      EPUB_NAMESPACES,
    );
  const declared = path === undefined ? undefined : (files.find(path) ?? files.find(resolvePath("", path)));
  return declared ?? files.names.find((name) => /\.opf$/i.test(name));
}

function isPage({ href, type }: Item): boolean {
  return /x?html|dtbook|oeb1-document/.test(type) || PAGE.test(href.replace(/[?#].*$/s, ""));
}
