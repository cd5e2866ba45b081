import { readXml } from "../xml/read-xml.ts";
import { resolvePath } from "../zip/resolve-path.ts";
import { EPUB_NAMESPACES } from "./epub-namespaces.ts";

/** A chapter's entry in a table of contents. */
export interface ContentsEntry {
  readonly label: string;
  /** 1 for chapters, more for the sections in them. */
  readonly level: number;
}

const NESTING = new Set(["navPoint", "ol"]);
const LABELS = new Set(["navLabel", "a"]);

/**
 * Reads a table of contents: a navigation page of EPUB 3 or an NCX file of EPUB 2. Returns the first entry of each file
 * that has one; entries that point into the middle of a file have headings there.
 *
 * @param path The name of the table's entry in the archive, which its references are relative to.
 */
export function readContents(path: string, source: Uint8Array): ReadonlyMap<string, ContentsEntry> {
  const entries = new Map<string, ContentsEntry>();
  let depth = 0;
  let inLabel = false;
  let label = "";
  let isOther = false;
  const record = (reference: string) => {
    const name = resolvePath(path, reference).toLowerCase();
    const line = label.replace(/\s+/g, " ").trim();
    if (line !== "" && !isOther && !entries.has(name))
      entries.set(name, { label: line, level: Math.max(1, depth) });
  };
  let reference: string | undefined;
  readXml(
    source,
    {
      open(name, attributes) {
        // Navigation pages also list printed pages and landmarks, NCX files printed pages.
        if (name === "nav") isOther = /page-list|landmarks|lo[ift]/.test(attributes["epub:type"] ?? "");
        else if (name === "pageList") isOther = true;
        if (NESTING.has(name)) depth += 1;
        if (LABELS.has(name)) {
          inLabel = true;
          label = "";
          reference = attributes.href;
        }
        if (name === "content" && attributes.src !== undefined) record(attributes.src);
      },
      close(name) {
        if (NESTING.has(name)) depth -= 1;
        if (name === "nav" || name === "pageList") isOther = false;
        if (!LABELS.has(name)) return;
        inLabel = false;
        if (reference !== undefined) record(reference);
        reference = undefined;
      },
      text(data) {
        if (inLabel) label += data;
      },
    },
    EPUB_NAMESPACES,
  );
  return entries;
}
