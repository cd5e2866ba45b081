/** Text that is HTML already: only {@link markup} makes it. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | readonly Markup[];

/** Template tag for HTML and SVG: what is put in is escaped, unless it is {@link Markup} itself. */
export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(texts.reduce((built, text, at) => built + textOf(parts[at - 1] ?? "") + text));
}

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("");
  return String(part).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
