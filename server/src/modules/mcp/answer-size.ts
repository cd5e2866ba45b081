/** The largest answer of a tool in bytes of JSON, unless the call asks for more. A model makes poor use of longer ones. */
export const MAX_ANSWER_BYTES = 25_000;
/** The largest answer that a call can ask for. */
export const MAX_ASKED_BYTES = 200_000;

/** Reserved for the text around a list. */
const RESERVED_BYTES = 1200;

/** How a call wants its answer: as text for a model, or as data for a program. Never both. */
export type AnswerForm = "text" | "data";

/** How items are written into an answer. */
export interface Writing<Item> {
  readonly form: AnswerForm;
  /** An item in an answer of text. */
  readonly textOf: (item: Item) => string;
  /** Size of the whole answer in bytes. Default: {@link MAX_ANSWER_BYTES}. */
  readonly maxBytes?: number | undefined;
}

/** Returns the first items that fit in one answer, at least one. */
export function takeFitting<Item>(
  items: readonly Item[],
  { form, textOf, maxBytes = MAX_ANSWER_BYTES }: Writing<Item>,
): Item[] {
  let left = maxBytes - RESERVED_BYTES;
  const end = items.findIndex((item) => {
    left -= bytesOf(form === "text" ? textOf(item) : item) + 4;
    return left < 0;
  });
  return items.slice(0, end < 0 ? items.length : Math.max(end, 1));
}

/** Size of a value in an answer, in bytes of JSON. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Returns the length of the longest start of a text that takes up at most `maxBytes` bytes of JSON. */
export function charsWithin(text: string, maxBytes: number): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (bytesOf(text.slice(0, middle)) <= maxBytes) low = middle;
    else high = middle - 1;
  }
  return low;
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
