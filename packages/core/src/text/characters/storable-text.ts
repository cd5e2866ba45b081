/** Control characters, except the tab and the line feed. */
const CONTROLS = /(?![\t\n])\p{Cc}/u;
const EVERY_CONTROL = new RegExp(CONTROLS, "gu");
/** Vertical tab, form feed, carriage return and next line. */
const LINE_ENDS = "\v\f\r\x85";

/**
 * Returns a text that any database and any JSON parser accepts: well-formed, and without control characters except `\t`
 * and `\n`. Controls that end a line become `\n`, the others become spaces; lone surrogates become U+FFFD. Each code unit
 * is replaced by exactly one, so offsets into the text stay valid.
 */
export function storableText(text: string): string {
  const formed = text.isWellFormed() ? text : text.toWellFormed();
  if (!CONTROLS.test(formed)) return formed;
  return formed.replace(EVERY_CONTROL, (control) => (LINE_ENDS.includes(control) ? "\n" : " "));
}

/** Returns a text on one line that any database accepts, without white space at its ends: a title or a name. */
export function storableLine(text: string): string {
  return storableText(text).replace(/\s+/g, " ").trim();
}
