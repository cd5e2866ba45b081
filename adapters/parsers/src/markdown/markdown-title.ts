import { truncateLine } from "../document/parsed-document.ts";

const MAX_SOURCE_CHARS = 1000;

/** Returns the text of a heading or cell without markup. */
export function plainTitle(source: string): string {
  const plain = source
    .slice(0, MAX_SOURCE_CHARS)
    .replace(/!?\[([^\][]{0,500})\](?:\([^()]{0,500}\)|\[[^\][]{0,200}\])/g, "$1")
    .replace(/<\/?[a-zA-Z][^<>]{0,300}>/g, "")
    .replace(
      /\*{1,3}|~~|`+|(?<![\p{L}\p{N}])_{1,3}(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])_{1,3}(?![\p{L}\p{N}])/gu,
      "",
    )
    .replace(/\{#[\w:.-]{1,100}\}\s*$/, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
  return truncateLine(plain);
}

/** Returns the title of a heading line that starts with `#`. */
export function atxTitle(line: string): string {
  let end = line.trimEnd().length;
  const withClosing = end;
  while (line[end - 1] === "#") end--;
  // A closing sequence of # needs a space before it: "## C#" has the title "C#".
  if (end > 0 && !/[ \t]/.test(line[end - 1] ?? "")) end = withClosing;
  return plainTitle(line.slice(0, end).replace(/^#{1,6}/, ""));
}
