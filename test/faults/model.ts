/** The state of a document: absent, or a text and a metadata value. */
export type State = { readonly text: string; readonly revision: number } | "absent";

/** The possible states of each filename: usually one, several after a write without a response. */
export type Model = Map<string, State[]>;

/** A random word of 12 letters, unique in practice. */
export function uniqueWord(random: () => number): string {
  return Array.from({ length: 12 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join("");
}

/** A random document that ends with a unique word. */
export function randomText(random: () => number): string {
  return `# ${uniqueWord(random)}\n\nThe word of this text is ${uniqueWord(random)}.`;
}

/** The unique word at the end of a `randomText`. */
export function uniqueWordIn(text: string): string {
  return /([a-z]{12})\.$/.exec(text)?.[1] ?? "";
}

/** True when two states are equal. */
export function sameState(left: State, right: State): boolean {
  if (left === "absent" || right === "absent") return left === right;
  return left.text === right.text && left.revision === right.revision;
}
