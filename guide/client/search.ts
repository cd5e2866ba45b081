import MiniSearch, { type SearchResult } from "minisearch";
import type { SearchSection } from "./search-section.ts";

const MAX_RESULTS = 10;
const EXCERPT_CHARS = 140;

/** Searches the whole site in the browser. The texts are loaded with the first key. */
export function startSearch(root: string): void {
  const box = document.querySelector<HTMLElement>("search");
  const input = document.querySelector<HTMLInputElement>("#search");
  const list = document.querySelector<HTMLElement>("#results");
  if (!box || !input || !list) return;
  box.hidden = false;
  let index: Promise<MiniSearch<SearchSection>> | undefined;
  let chosen = -1;

  const options = () => [...list.querySelectorAll<HTMLElement>('[role="option"]')];
  const choose = (number: number) => {
    const all = options();
    chosen = all.length === 0 ? -1 : (number + all.length) % all.length;
    for (const [at, option] of all.entries()) option.setAttribute("aria-selected", String(at === chosen));
    all[chosen]?.scrollIntoView({ block: "nearest" });
    if (chosen >= 0) input.setAttribute("aria-activedescendant", all[chosen]?.id ?? "");
    else input.removeAttribute("aria-activedescendant");
  };
  const show = (items: readonly HTMLElement[]) => {
    list.replaceChildren(...items);
    list.hidden = items.length === 0;
    input.setAttribute("aria-expanded", String(items.length > 0));
    chosen = -1;
    input.removeAttribute("aria-activedescendant");
  };
  const find = async () => {
    const question = input.value.trim();
    if (question === "") return show([]);
    index ??= load(root);
    const found = (await index).search(question).slice(0, MAX_RESULTS);
    // A later key may have been faster.
    if (question !== input.value.trim()) return;
    show(found.length === 0 ? [message("Nothing found.")] : found.map((one, at) => result(one, at, root)));
  };
  input.addEventListener("input", () => void find());
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Escape") {
      input.value = "";
      show([]);
    } else if (event.key === "Enter") options()[Math.max(0, chosen)]?.querySelector("a")?.click();
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !box.contains(target)) show([]);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    input.focus();
  });
}

async function load(root: string): Promise<MiniSearch<SearchSection>> {
  const sections: SearchSection[] = await (await fetch(`${root}search.json`)).json();
  const search = new MiniSearch<SearchSection>({
    idField: "at",
    fields: ["heading", "page", "text"],
    storeFields: ["at", "page", "heading", "text"],
    searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
  });
  search.addAll(sections);
  return search;
}

function result(found: SearchResult, number: number, root: string): HTMLElement {
  const item = document.createElement("li");
  item.id = `result-${number}`;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  const link = document.createElement("a");
  link.href = root + found.at;
  link.tabIndex = -1;
  const heading = document.createElement("strong");
  heading.textContent = found.heading === found.page ? found.heading : `${found.page} › ${found.heading}`;
  const excerpt = document.createElement("span");
  excerpt.textContent = excerptOf(found.text, found.terms);
  link.append(heading, excerpt);
  item.append(link);
  return item;
}

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 40);
  const from = start === 0 ? 0 : text.indexOf(" ", start) + 1;
  const end = from + EXCERPT_CHARS;
  return `${from > 0 ? "… " : ""}${text.slice(from, end)}${end < text.length ? " …" : ""}`;
}

function message(text: string): HTMLElement {
  const item = document.createElement("li");
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  item.textContent = text;
  return item;
}
