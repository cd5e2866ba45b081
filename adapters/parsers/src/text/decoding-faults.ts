/** Characters that texts do not hold, but that a wrong encoding yields: controls, private use, U+FFFD. */
const IMPOSSIBLE = /(?!\s)\p{Cc}|\p{Co}|\ufffd/gu;

const OTHER_ALPHABETS =
  "\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Thai}";
/** Two letters of different alphabets in one word, such as "perch" with a Cyrillic ending instead of "è". */
const MIXED = new RegExp(`\\p{Script=Latin}[${OTHER_ALPHABETS}]|[${OTHER_ALPHABETS}]\\p{Script=Latin}`, "gu");
const BEYOND_ASCII = /\P{ASCII}/gu;

/**
 * How much of a decoded text looks wrong: the share of its characters beyond ASCII that texts do not hold, or that do not
 * fit the word around them. 0 for a clean text, about 1 for a text in a wrong encoding.
 */
export function faultShare(text: string): number {
  const faults = countOf(text, IMPOSSIBLE) + countOf(text, MIXED);
  return faults === 0 ? 0 : Math.min(1, faults / Math.max(1, countOf(text, BEYOND_ASCII)));
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
