import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commandPage } from "./command-page.ts";
import { SECTIONS } from "./contents.ts";
import type { Part } from "./description.ts";
import { errorPages, linkedErrorTable } from "./error-pages.ts";
import { layout, upFrom } from "./layout.ts";
import { findPlaces, resolveLinks, type SourcesOf } from "./links.ts";
import { operationPages, operationsWithStatus } from "./operation-pages.ts";
import { headingOf, headingsOf, type Page } from "./page.ts";
import { readSource, sectionOf } from "./read-source.ts";
import { renderMarkdown } from "./render.ts";
import { plainFences, searchSections, withSiteLinks } from "./search-sections.ts";

/** The site: its files by their paths, and links that lead nowhere. */
export interface Site {
  readonly files: ReadonlyMap<string, string>;
  /** Photographs and screenshots by their paths. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  readonly problems: readonly string[];
}

/**
 * Builds the site from the repository and the OpenAPI description of a server. The same sources give the same bytes.
 * @param root The folder of the repository.
 */
export async function buildSite(root: string, description: Part): Promise<Site> {
  const sources: SourcesOf[] = [];
  const pages: Page[] = [];
  for (const { title, pages: written, generated } of SECTIONS) {
    for (const { address, source, name } of written) {
      const { markdown, included } = readSource(root, source);
      const whole = address === "errors" ? `${markdown}\n${linkedErrorTable()}\n` : markdown;
      const page = { address, name: name ?? headingOf(whole), section: title, markdown: whole };
      sources.push({ page, file: source, included });
      pages.push(page);
    }
    if (generated === "commands") pages.push(await commandPage(title));
    if (generated === "operations") pages.push(...operationPages(title, description));
    if (generated === "errors")
      pages.push(...errorPages(title, (status) => operationsWithStatus(description, status)));
  }
  const places = findPlaces(sources, (file, anchor) =>
    headingsOf(sectionOf(readFileSync(join(root, file), "utf8"), anchor, file)).map(({ slug }) => slug),
  );
  const problems: string[] = [];
  const files = new Map<string, string>();
  const pictures = new Map<string, Uint8Array>();
  const searched = pages.flatMap((page, index) => {
    const up = upFrom(page.address);
    const inForm = (ending: ".html" | ".md", found: string[]) =>
      withSiteLinks(resolveLinks(root, page, places, { ending, up }, found), up, ending);
    const shown = { ...page, markdown: inForm(".html", problems) };
    const neighbours = { before: pages[index - 1], after: pages[index + 1] };
    files.set(`${page.address}.html`, layout(shown, pages, renderMarkdown(shown.markdown), neighbours));
    files.set(`${page.address}.md`, plainFences(inForm(".md", [])));
    return searchSections(shown);
  });
  files.set("search.json", `[\n${searched.map((section) => JSON.stringify(section)).join(",\n")}\n]\n`);
  files.set("llms.txt", pageList(pages));
  for (const [folder, from] of [
    ["pictures", "docs/guide/pictures"],
    ["assets", "guide/assets"],
  ] as const)
    for (const name of readdirSync(join(root, from)).sort())
      if (name.endsWith(".webp")) pictures.set(`${folder}/${name}`, readFileSync(join(root, from, name)));
      else files.set(`${folder}/${name}`, readFileSync(join(root, from, name), "utf8"));
  for (const picture of ["docs/architecture.svg", "docs/evaluation/reliability.svg"])
    files.set(`pictures/${picture.split("/").at(-1)}`, readFileSync(join(root, picture), "utf8"));
  files.set("assets/site.js", await script(root));
  return { files, pictures, problems };
}

/** All pages as Markdown links, which `/llms.txt` ends with. */
function pageList(pages: readonly Page[]): string {
  const sections = [...new Set(pages.map(({ section }) => section))];
  return sections
    .map((section) => {
      const links = pages
        .filter((page) => page.section === section)
        .map(({ address, name }) => `- [${name}](/guide/${address}.md)`);
      return `## ${section}\n\n${links.join("\n")}\n`;
    })
    .join("\n");
}

async function script(root: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(root, "guide/client/site.ts")],
    target: "browser",
    minify: true,
  });
  return (await outputs[0]?.text()) ?? "";
}
