/** A page before it is rendered: Markdown whose links to files of the repository are `repo:PATH#ANCHOR`. */
export interface Page {
  /** Without the ending, e.g. `errors/not_found`. */
  readonly address: string;
  /** Its name in the navigation. */
  readonly name: string;
  readonly section: string;
  readonly markdown: string;
}

/** The text of the first heading. */
export function headingOf(markdown: string): string {
  return plainText(/^# (.+)$/m.exec(markdown)?.[1] ?? "");
}

/** The text of a line of Markdown, without marks. */
export function plainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]|<\/?\w+>/g, "");
}

/** The anchors of headings, as GitHub makes them: unique in their page. */
export function createSlugs(): (heading: string) => string {
  const counts = new Map<string, number>();
  return (heading) => {
    const slug = plainText(heading)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-");
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

/** A part of a text: code between fences, or prose. */
export interface TextPart {
  readonly isCode: boolean;
  readonly text: string;
}

/** Splits a text at its fences. The parts put together are the text. */
export function partsOf(markdown: string): TextPart[] {
  return markdown
    .split(/^([ \t]*```[^\n]*\n[\s\S]*?^[ \t]*```[ \t]*$)/m)
    .map((text, index) => ({ isCode: index % 2 === 1, text }));
}

/** Changes the prose of a text and leaves its code alone. */
export function changeProse(markdown: string, change: (text: string) => string): string {
  return partsOf(markdown)
    .map(({ isCode, text }) => (isCode ? text : change(text)))
    .join("");
}

/** The headings of a text with their anchors. */
export function headingsOf(
  markdown: string,
): { readonly level: number; readonly title: string; readonly slug: string }[] {
  const slugOf = createSlugs();
  return partsOf(markdown)
    .filter(({ isCode }) => !isCode)
    .flatMap(({ text }) => [...text.matchAll(/^(#{1,6}) (.+)$/gm)])
    .map(([, marks = "", title = ""]) => ({
      level: marks.length,
      title: plainText(title),
      slug: slugOf(title),
    }));
}
