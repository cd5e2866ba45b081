import { shortened } from "./extracted-document.ts";

const LOOKED_AT_CHARS = 1000;

/** A heading's or a cell's text without its markup. */
export function plainTitle(source: string): string {
  const plain = source
    .slice(0, LOOKED_AT_CHARS)
    .replace(/!?\[([^\][]{0,500})\](?:\([^()]{0,500}\)|\[[^\][]{0,200}\])/g, "$1")
    .replace(/<\/?[a-zA-Z][^<>]{0,300}>/g, "")
    .replace(
      /\*{1,3}|~~|`+|(?<![\p{L}\p{N}])_{1,3}(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])_{1,3}(?![\p{L}\p{N}])/gu,
      "",
    )
    .replace(/\{#[\w:.-]{1,100}\}\s*$/, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
  return shortened(plain);
}

/** The title of a line that starts with `#`. */
export function atxTitle(line: string): string {
  let end = line.trimEnd().length;
  const withClosing = end;
  while (line[end - 1] === "#") end--;
  // Closing signs stand apart from the title: "C#" keeps its own.
  if (end > 0 && !/[ \t]/.test(line[end - 1] ?? "")) end = withClosing;
  return plainTitle(line.slice(0, end).replace(/^#{1,6}/, ""));
}
