import { parseError } from "../document/parse-error.ts";

/** The error for a document that has a password. */
export function passwordError() {
  return parseError("The file is protected by a password.", "Remove the password and send it again.");
}

/** The error for a document whose content cannot be read. */
export function damagedError(kind: string) {
  return parseError(
    `The file is damaged and cannot be read as ${/^[aeiou]/i.test(kind) ? "an" : "a"} ${kind}.`,
    "Open it in the program that made it, save it again and send the new file.",
  );
}

/** The error for a document that unpacks to more than the limits. */
export function tooLarge() {
  return parseError(
    "The file is too large after unpacking.",
    "Split it into smaller files, or send its text.",
  );
}
