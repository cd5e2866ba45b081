/** A part of a text. Never splits a surrogate pair. */
export interface TextPart {
  readonly content: string;
  /** Position in the whole text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly totalChars: number;
  /** Start of the next part; null at the end of the text. */
  readonly nextOffset: number | null;
}

/** Cuts a part out of a text. Extends it by one code unit at either end where it would split a surrogate pair. */
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
