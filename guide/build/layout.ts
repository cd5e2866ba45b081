import { escapeHtml } from "./highlight.ts";
import { headingsOf, type Page, plainText } from "./page.ts";

/** A page's neighbours. */
export interface Neighbours {
  readonly before: Page | undefined;
  readonly after: Page | undefined;
}

/** The HTML document around a page. All addresses are relative, so that the site works in any folder. */
export function layout(page: Page, pages: readonly Page[], body: string, neighbours: Neighbours): string {
  const up = upFrom(page.address);
  const headings = headingsOf(page.markdown);
  const title = headings[0]?.title ?? page.name;
  const inside = headings.filter(({ level }) => level === 2);
  const contents = inside.map(({ slug, title }) => `<li><a href="#${slug}">${escapeHtml(title)}</a></li>`);
  const step = (to: Page | undefined, kind: "before" | "after") =>
    to ? `<a class="${kind}" href="${up}${to.address}.html">${escapeHtml(to.name)}</a>` : "<span></span>";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}${title === "Quarry" ? "" : " · Quarry"}</title>
<meta name="description" content="${escapeHtml(summaryOf(page.markdown))}">
<link rel="stylesheet" href="${up}assets/style.css">
<link rel="icon" href="${up}assets/icon.svg" type="image/svg+xml">
<link rel="alternate" type="text/markdown" href="${up}${page.address}.md">
<script type="module" src="${up}assets/site.js"></script>
</head>
<body data-root="${up}">
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${up}index.html"><img src="${up}assets/icon.svg" alt="" width="24" height="24">Quarry</a>
<search hidden><label for="search">Search the guide</label><input id="search" type="search" placeholder="Search" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list"><ul id="results" role="listbox" aria-label="Results" hidden></ul></search>
<button id="menu" type="button" aria-expanded="false" aria-controls="pages" hidden>Menu</button>
</header>
<div class="columns">
<nav class="pages" id="pages" aria-label="Pages">
${navigation(page, pages, up)}
</nav>
<main id="content">
${body}<footer>
${step(neighbours.before, "before")}
${step(neighbours.after, "after")}
<p class="markdown"><a href="${up}${page.address}.md">This page as Markdown</a></p>
</footer>
</main>
${contents.length > 1 ? `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${contents.join("")}</ul></nav>` : ""}
</div>
</body>
</html>
`;
}

/** The way from a page to the root of the site. */
export function upFrom(address: string): string {
  return "../".repeat(address.split("/").length - 1);
}

function navigation(current: Page, pages: readonly Page[], up: string): string {
  const sections = [...new Set(pages.map(({ section }) => section))];
  return sections
    .map((section) => {
      const links = pages
        .filter((page) => page.section === section)
        .map(({ address, name }) => {
          const mark = address === current.address ? ' aria-current="page"' : "";
          return `<li><a href="${up}${address}.html"${mark}>${escapeHtml(name)}</a></li>`;
        });
      const isOpen = section === current.section || OPEN.has(section);
      return `<details${isOpen ? " open" : ""}><summary>${escapeHtml(section)}</summary><ul>${links.join("")}</ul></details>`;
    })
    .join("\n");
}

/** Sections that are open on every page. */
const OPEN = new Set(["Start", "Tasks"]);

const SUMMARY_CHARS = 160;

/** The first paragraph of prose. */
function summaryOf(markdown: string): string {
  const paragraphs = markdown.split(/\n\s*\n/).map((text) => text.trim());
  const first = paragraphs.find((text) => /^[\p{L}`[]/u.test(text)) ?? "";
  const text = plainText(first).replaceAll(/\s+/g, " ");
  return text.length <= SUMMARY_CHARS ? text : `${text.slice(0, SUMMARY_CHARS - 1)}…`;
}
