/** The settings that stand between two lines of dashes at the top of a Markdown file. */
export interface FrontMatter {
  /** Where the second line of dashes ends. */
  readonly end: number;
  readonly title: string | undefined;
}

const MAX_CHARS = 65_536;

/** Finds front matter; text between two rules that has no `key:` in it is not taken for it. */
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
