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

/** A part of a text that cuts no character in two. */
export interface TextPart {
  readonly content: string;
  /** Where it begins and ends in the whole, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly totalChars: number;
  /** Where the next part begins; null at the end. */
  readonly nextOffset: number | null;
}

/** The part of a text from an offset on. */
export function textPart(text: string, offset: number, maxChars: number): TextPart {
  const totalChars = text.length;
  const from = Math.min(offset, totalChars);
  const start = isWithinPair(text, from) ? from - 1 : from;
  const to = Math.min(from + maxChars, totalChars);
  const end = isWithinPair(text, to) ? to + 1 : to;
  return {
    content: text.slice(start, end),
    start,
    end,
    totalChars,
    nextOffset: end < totalChars ? end : null,
  };
}

function isWithinPair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff && at > 0 && at < text.length;
}
