/** Largest answer in characters, both as text and as JSON. A model makes poor use of longer ones. */
export const MAX_ANSWER_CHARS = 60_000;

/** Reserved for the text around a list. */
const RESERVED_CHARS = 2000;

/** Returns the first items that fit in one answer, at least one. Counts the longer of an item's text and JSON. */
export function takeFitting<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  let left = MAX_ANSWER_CHARS - RESERVED_CHARS;
  const end = items.findIndex((item) => {
    left -= Math.max(textOf(item).length, JSON.stringify(item).length) + 2;
    return left < 0;
  });
  return items.slice(0, end < 0 ? items.length : Math.max(end, 1));
}

/** Truncates a text to `maxChars` characters and marks the cut with an ellipsis. */
export function shorten(text: string, maxChars: number): string {
  return text.length <= maxChars
    ? text
    : `${text
        .slice(0, maxChars)
        .toWellFormed()
        .replace(/\uFFFD$/, "")}…`;
}
