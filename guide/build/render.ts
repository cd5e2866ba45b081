import { Marked, type Token, type Tokens } from "marked";
import { escapeHtml, highlight } from "./highlight.ts";
import { createSlugs } from "./page.ts";

/** Samples of the same call in several languages, shown one at a time. */
interface TabsToken extends Tokens.Generic {
  readonly type: "tabs";
  readonly samples: readonly { readonly label: string; readonly html: string }[];
}

/** Renders a page's Markdown. Raw HTML is shown as text. */
export function renderMarkdown(markdown: string): string {
  const slugOf = createSlugs();
  const marked = new Marked({
    gfm: true,
    extensions: [{ name: "tabs", renderer: (token) => tabs(token as TabsToken) }],
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }) {
        const id = slugOf(text);
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`;
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
      },
      code: ({ text, lang }) => codeBlock(text, lang ?? ""),
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row
            // A header that names nothing is no header.
            .map(({ tokens, text }) => [this.parser.parseInline(tokens), text === "" ? "td" : tag])
            .map(([inner, name]) => `<${name}>${inner}</${name}>`)
            .join("");
        const isNamed = token.header.some(({ text }) => text !== "");
        const head = isNamed ? `<thead><tr>${cells(token.header, "th")}</tr></thead>` : "";
        const body = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>\n${body}\n</tbody></table></div>\n`;
      },
      checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
      image: ({ href, text }) =>
        `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}" loading="lazy" decoding="async">`,
    },
  });
  const tokens = marked.lexer(markdown);
  return marked.parser(withTabs(tokens));
}

/** Joins labelled samples that follow each other. */
function withTabs(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  let samples: { label: string; html: string }[] = [];
  const end = () => {
    if (samples.length > 0) joined.push({ type: "tabs", raw: "", samples } satisfies TabsToken);
    samples = [];
  };
  for (const token of tokens) {
    const label = token.type === "code" ? labelOf(token.lang) : "";
    if (token.type === "code" && label !== "")
      samples.push({ label, html: codeBlock(token.text, token.lang) });
    else if (token.type !== "space" || samples.length === 0) {
      end();
      joined.push(token);
    }
  }
  end();
  return joined;
}

/** The label behind the language of a fence. */
export function labelOf(fence: string | undefined): string {
  return (fence ?? "").trim().split(/\s+/).slice(1).join(" ");
}

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: "bash",
  ts: "typescript",
  py: "python",
  js: "typescript",
};

function codeBlock(text: string, fence: string): string {
  const [name = ""] = fence.trim().split(/\s+/);
  return `<pre tabindex="0"><code>${highlight(text, LANGUAGES[name] ?? name)}</code></pre>\n`;
}

/** Without a script all samples are shown, each under its label. */
function tabs({ samples }: TabsToken): string {
  const panels = samples.map(
    ({ label, html }) =>
      `<section data-label="${escapeHtml(label)}"><p class="label">${escapeHtml(label)}</p>${html}</section>`,
  );
  return `<div class="tabs">${panels.join("\n")}</div>\n`;
}
