/** The warning about text that a program does not show. */
export const HIDDEN_TEXT_LEFT_OUT = "Hidden text was left out.";

/** Returns the warning about comments on a document. */
export function commentsLeftOut(count: number): string {
  return count === 1 ? "1 comment was left out." : `${count} comments were left out.`;
}

/** The warning about a file that can be read in part only. */
export const IS_DAMAGED = "The file is damaged; its text may be incomplete.";
