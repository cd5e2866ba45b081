import { AsyncLocalStorage } from "node:async_hooks";

/** Maximum length of a document's text by default, in UTF-16 code units. */
const DEFAULT_MAX_TEXT_CHARS = 10_000_000;

const limit = new AsyncLocalStorage<number>();

/** Runs a parser with another limit of the length of a text, which all builders of texts below it apply. */
export function withTextLimit<Result>(maxTextChars: number | undefined, parse: () => Result): Result {
  return maxTextChars === undefined ? parse() : limit.run(maxTextChars, parse);
}

/** The maximum length of the text of the document that is being parsed, in UTF-16 code units. */
export function maxTextChars(): number {
  return limit.getStore() ?? DEFAULT_MAX_TEXT_CHARS;
}
