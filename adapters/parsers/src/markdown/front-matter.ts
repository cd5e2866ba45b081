/** YAML metadata between two lines of dashes at the top of a Markdown file. */
export interface FrontMatter {
  /** End offset of the closing line. */
  readonly end: number;
  readonly title: string | undefined;
}

const MAX_CHARS = 65_536;

/** Finds front matter. Text between two rules without a `key:` line is not front matter. */
export function frontMatter(text: string): FrontMatter | undefined {
  const found = /^---[ \t]*\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*$/m.exec(text.slice(0, MAX_CHARS));
  const body = found?.[1];
  if (found?.index !== 0 || body === undefined || !/^[\w-]+[ \t]*:/m.test(body)) return undefined;
  const title = /^title[ \t]*:[ \t]*(.+)$/im
    .exec(body)?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, "$2");
  return { end: found[0].length, title };
}
