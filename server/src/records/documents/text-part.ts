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
