const [START, END] = ["\u2068", "\u2069"];
/** Without it, a sentence that begins with an English name would run from left to right. */
const RIGHT_TO_LEFT = "\u200f";

/** A name or another text of users within a sentence: its direction does not change the order of the sentence. */
export function isolated(text: string): string {
  return `${START}${text}${END}`;
}

/** The same in quotation marks. */
export function quoted(text: string): string {
  return `${RIGHT_TO_LEFT}«${isolated(text)}»`;
}
