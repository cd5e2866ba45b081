/** What a document of the test is: absent, or one text with one metadata value. */
export type State = { readonly text: string; readonly revision: number } | "absent";

/** What the test knows must be true of each filename: usually one state, several after an unanswered write. */
export type Model = Map<string, State[]>;

/** A word that stands in no other document. */
export function uniqueWord(random: () => number): string {
  return Array.from({ length: 12 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join("");
}

/** True when two states are the same. */
export function sameState(left: State, right: State): boolean {
  if (left === "absent" || right === "absent") return left === right;
  return left.text === right.text && left.revision === right.revision;
}
