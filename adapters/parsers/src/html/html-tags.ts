/** Elements whose content is never visible text. */
export const DROPPED = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "nav",
  "iframe",
  "noembed",
  "noframes",
]);

/** Elements that belong to the site rather than the page, unless they stand inside its content. */
export const BOILERPLATE = new Set(["header", "footer", "aside"]);

/** Elements that mark the page's own content. */
export const CONTENT = new Set(["main", "article"]);

/** Elements that start and end a paragraph. */
export const BLOCKS = new Set([
  ..."address article aside blockquote body center details dialog div dl fieldset figcaption figure footer form".split(
    " ",
  ),
  ..."header hgroup hr legend main nav p search section summary textarea".split(" "),
]);

/** Elements that start a new line inside a paragraph. */
export const LINES = new Set(["br", "dt", "dd", "option", "optgroup"]);

/** Returns the level of `h1` to `h6`, or undefined for other elements. */
export function headingLevel(name: string): number | undefined {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : undefined;
}
