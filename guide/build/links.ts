import { existsSync } from "node:fs";
import { join } from "node:path";
import { changeProse, headingsOf, type Page } from "./page.ts";
import type { Included } from "./read-source.ts";

/** Where the parts of the repository's files are on the site. */
export interface Places {
  /** Of a whole file, or of a part of it by its anchor: an address, with an anchor for what is inside a page. */
  find(file: string, anchor: string): string | undefined;
}

/** The sources of a page. */
export interface SourcesOf {
  readonly page: Page;
  readonly file: string;
  readonly included: readonly Included[];
}

/** Finds out where each section of each file is shown. Whole files win over parts. */
export function findPlaces(
  sources: readonly SourcesOf[],
  sectionAnchors: (file: string, anchor: string) => string[],
): Places {
  const places = new Map<string, string>();
  const keep = (file: string, anchor: string, place: string) => {
    const name = anchor === "" ? file : `${file}#${anchor}`;
    if (!places.has(name)) places.set(name, place);
  };
  for (const { page, file } of sources) {
    keep(file, "", page.address);
    for (const { slug } of headingsOf(page.markdown)) keep(file, slug, `${page.address}#${slug}`);
  }
  for (const { page, included } of sources)
    for (const { file, anchor } of included) {
      keep(file, "", page.address);
      keep(file, anchor, page.address);
      for (const inside of sectionAnchors(file, anchor)) keep(file, inside, `${page.address}#${inside}`);
    }
  return { find: (file, anchor) => places.get(anchor === "" ? file : `${file}#${anchor}`) };
}

/** How links of a page look. */
export interface LinkForm {
  readonly ending: ".html" | ".md";
  /** How many folders above the page the root of the site is, as `../`. */
  readonly up: string;
}

/**
 * Replaces the links to the repository by links to the site. What the site does not show is named by its path. Adds what leads
 * nowhere to `problems`.
 */
export function resolveLinks(
  root: string,
  page: Page,
  places: Places,
  form: LinkForm,
  problems: string[],
): string {
  return changeProse(page.markdown, (prose) =>
    prose.replaceAll(
      /(!?)\[((?:[^\]]|\](?!\())*)\]\(repo:([^)#\s]+)(?:#([^)\s]*))?\)/g,
      (_, isImage: string, text: string, file: string, anchor = "") => {
        if (isImage !== "") return `![${text}](${form.up}pictures/${file.slice(file.lastIndexOf("/") + 1)})`;
        const place = places.find(file, anchor);
        if (place !== undefined) return `[${text}](${form.up}${withEnding(place, form.ending)})`;
        if (places.find(file, "") !== undefined || !existsSync(join(root, file)))
          problems.push(`${page.address}: ${file}${anchor === "" ? "" : `#${anchor}`}`);
        const path = file.replace(/\/$/, "");
        return text.replaceAll("`", "").endsWith(path) ? text : `${text} (\`${path}\`)`;
      },
    ),
  );
}

function withEnding(place: string, ending: string): string {
  const [address = "", anchor] = place.split("#");
  return anchor === undefined ? address + ending : `${address}${ending}#${anchor}`;
}
