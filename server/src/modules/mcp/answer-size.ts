/** How long an answer may become, as text and as JSON: more than that, a model cannot read with profit. */
export const MAX_ANSWER_CHARS = 60_000;

/** Left for what stands around a list. */
const SURROUNDINGS_CHARS = 2000;

/** The first items that fit an answer together, each counted by the longer of its two forms; at least one. */
export function takeFitting<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  let left = MAX_ANSWER_CHARS - SURROUNDINGS_CHARS;
  const end = items.findIndex((item) => {
    left -= Math.max(textOf(item).length, JSON.stringify(item).length) + 2;
    return left < 0;
  });
  return items.slice(0, end < 0 ? items.length : Math.max(end, 1));
}

/** A text of at most so many characters; where something is missing it ends with an ellipsis. */
export function shorten(text: string, maxChars: number): string {
  return text.length <= maxChars
    ? text
    : `${text
        .slice(0, maxChars)
        .toWellFormed()
        .replace(/\uFFFD$/, "")}…`;
}
