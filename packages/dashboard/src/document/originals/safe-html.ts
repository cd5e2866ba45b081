import { type HtmlTag, readMarkup } from "./html-markup.ts";

const namesIn = (...lines: string[]) => new Set(lines.join(" ").split(" "));

/** Elements that only arrange or mark text. Of most others the content is kept without the element. */
const KEPT = namesIn(
  "a abbr address article aside b bdi bdo blockquote br caption center cite code col colgroup dd del dfn div",
  "dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q rp rt",
  "ruby s samp section small span strong sub sup table tbody td tfoot th thead time tr u ul var wbr",
);

/** Elements whose content is no text for readers, or is read by other rules. */
const DROPPED = namesIn(
  "iframe math noembed noframes noscript script select style svg template textarea title xmp",
);

/** Attributes that load nothing, run nothing and lead nowhere. */
const ATTRIBUTES = ["colspan", "rowspan", "dir", "lang", "title", "start", "reversed", "scope"];

const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=\s]*$/i;

/** For the frame, whose document has the policy of the dashboard, too. */
const POLICY = "default-src 'none'; img-src data:; form-action 'none'; base-uri 'none'";

/**
 * Makes a document for a sandboxed frame of the HTML of a stranger. It is written again from known elements and attributes,
 * so that it has no script, style, form, link, frame or remote picture. The frame and its policy would refuse these, too.
 *
 * It does not use the parser of the browser, which may report the styles to the policy of the page.
 */
export function safeHtml(html: string): string {
  const content: string[] = [];
  let direction = "auto";
  for (let at = 0; at < html.length; ) {
    const start = html.indexOf("<", at);
    content.push(safeText(html.slice(at, start === -1 ? html.length : start)));
    if (start === -1) break;
    const markup = readMarkup(html, start);
    const tag = markup?.tag;
    at = markup?.end ?? start + 1;
    if (!markup) content.push("&lt;");
    else if (tag && !tag.isEnd && DROPPED.has(tag.name)) at = endOf(html, tag.name, at);
    else if (tag?.name === "html" || tag?.name === "body") direction = directionOf(tag) ?? direction;
    else if (tag) content.push(safeTag(tag));
  }
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}"></head>`,
    `<body dir="${direction}">${content.join("")}</body></html>`,
  ].join("");
}

/** The offset of the end tag of an element; the end of the text if it has none. */
function endOf(html: string, name: string, from: number): number {
  const tag = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  tag.lastIndex = from;
  return tag.exec(html)?.index ?? html.length;
}

function directionOf({ attributes }: HtmlTag): string | undefined {
  const direction = attributes.get("dir")?.toLowerCase();
  return direction === "rtl" || direction === "ltr" ? direction : undefined;
}

function safeTag(tag: HtmlTag): string {
  const { name, isEnd, attributes } = tag;
  if (name === "img") return isEnd ? "" : safePicture(tag);
  if (!KEPT.has(name)) return "";
  if (isEnd) return `</${name}>`;
  const kept = ATTRIBUTES.flatMap((attribute) => {
    const value = attributes.get(attribute);
    return value === undefined ? [] : [` ${attribute}="${safeText(value)}"`];
  });
  return `<${name}${kept.join("")}>`;
}

/** A picture within the document is shown. Another one would have to be loaded, so its description stands for it. */
function safePicture({ attributes }: HtmlTag): string {
  const alt = safeText(attributes.get("alt") ?? "");
  const address = attributes.get("src") ?? "";
  if (PICTURE.test(address)) return `<img src="${address}" alt="${alt}">`;
  return alt.trim() === "" ? "" : `[${alt}]`;
}

/** A text without signs that end it. References such as `&amp;` stay; they never become markup. */
function safeText(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
