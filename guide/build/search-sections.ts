import type { SearchSection } from "../client/search-section.ts";
import { changeProse, createSlugs, type Page, partsOf, plainText } from "./page.ts";

/** Longer sections are lists of fields; their names are in the first characters. */
const MAX_CHARS = 1_500;

/** The sections of a page. */
export function searchSections({ address, name, markdown }: Page): SearchSection[] {
  const slugOf = createSlugs();
  const sections: { at: string; page: string; heading: string; text: string }[] = [];
  for (const { isCode, text } of partsOf(markdown))
    for (const line of isCode ? [codeText(text)] : text.split("\n")) {
      const [, title] = isCode ? [] : (/^#{1,6} (.+)$/.exec(line) ?? []);
      if (title !== undefined) {
        const slug = slugOf(title);
        const at = sections.length === 0 ? `${address}.html` : `${address}.html#${slug}`;
        sections.push({ at, page: name, heading: plainText(title), text: "" });
      } else {
        const last = sections.at(-1);
        if (last) last.text += `${proseText(line)} `;
      }
    }
  return sections.map((section) => ({
    ...section,
    text: section.text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_CHARS),
  }));
}

const proseText = (line: string) =>
  plainText(line)
    .replaceAll(/^[-|\s:]+$|^\s*[-*] |^\s*\d+\. /g, "")
    .replaceAll(/\s*\|\s*/g, " ");

/** Samples repeat each other in four languages: only unlabelled code is searched. */
function codeText(block: string): string {
  const [fence = "", ...lines] = block.split("\n");
  return fence.trim().includes(" ") ? "" : lines.slice(0, -1).join(" ");
}

/** The Markdown of a page without the labels of its fences, which other readers do not know. */
export function plainFences(markdown: string): string {
  return partsOf(markdown)
    .map(({ isCode, text }) => (isCode ? text.replace(/^([ \t]*```\w*) [^\n]*/, "$1") : text))
    .join("");
}

/** The Markdown of a page with addresses of the site. */
export function withSiteLinks(markdown: string, up: string, ending: string): string {
  return changeProse(markdown, (text) =>
    text.replaceAll(
      /\]\(site:([\w/-]+)(#[^)]*)?\)/g,
      (_, address, anchor = "") => `](${up}${address}${ending}${anchor})`,
    ),
  );
}
