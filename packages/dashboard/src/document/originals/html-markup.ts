/** A start or end tag. */
export interface HtmlTag {
  /** In lower case. */
  readonly name: string;
  readonly isEnd: boolean;
  /** Values as they are written, by names in lower case. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** What a `<` begins. */
export interface Markup {
  /** Undefined for a comment, a declaration, and a tag that does not end. */
  readonly tag: HtmlTag | undefined;
  /** The offset behind it. */
  readonly end: number;
}

const SPACE = /\s/;

/** Reads the markup that starts at a `<`; undefined if the sign is text. */
export function readMarkup(html: string, start: number): Markup | undefined {
  if (html.startsWith("<!--", start)) return { tag: undefined, end: endBehind(html, "-->", start + 4) };
  const next = html[start + 1] ?? "";
  if (next === "!" || next === "?") return { tag: undefined, end: endBehind(html, ">", start + 2) };
  const isEnd = next === "/";
  const nameAt = start + (isEnd ? 2 : 1);
  return /[a-z]/i.test(html[nameAt] ?? "") ? readTag(html, nameAt, isEnd) : undefined;
}

function endBehind(html: string, sign: string, from: number): number {
  const at = html.indexOf(sign, from);
  return at === -1 ? html.length : at + sign.length;
}

function readTag(html: string, nameAt: number, isEnd: boolean): Markup {
  const attributes = new Map<string, string>();
  let at = nameAt;

  /** Takes characters up to one of `signs` or white space. */
  function take(signs: string): string {
    const from = at;
    while (at < html.length && !signs.includes(html.charAt(at)) && !SPACE.test(html.charAt(at))) at += 1;
    return html.slice(from, at);
  }
  function skip(signs: string): void {
    while (at < html.length && (signs.includes(html.charAt(at)) || SPACE.test(html.charAt(at)))) at += 1;
  }
  function takeValue(): string {
    skip("");
    const quote = html.charAt(at);
    if (quote !== '"' && quote !== "'") return take(">");
    const from = at + 1;
    const to = html.indexOf(quote, from);
    at = to === -1 ? html.length : to + 1;
    return html.slice(from, to === -1 ? html.length : to);
  }

  const name = take("/>").toLowerCase();
  for (;;) {
    skip("/");
    if (at >= html.length) return { tag: undefined, end: html.length };
    if (html[at] === ">") return { tag: { name, isEnd, attributes }, end: at + 1 };
    const from = at;
    at += 1;
    take("/>=");
    const attribute = html.slice(from, at).toLowerCase();
    skip("");
    let value = "";
    if (html[at] === "=") {
      at += 1;
      value = takeValue();
    }
    if (!attributes.has(attribute)) attributes.set(attribute, value);
  }
}
