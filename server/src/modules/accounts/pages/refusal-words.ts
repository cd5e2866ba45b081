import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../../../platform/settings/accounts.ts";

const PASSWORD_LENGTH = `Choose a password of ${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters.`;
const LINK_IS_OLD = "This link is too old, or was used already. Ask for a new one.";
const START_AGAIN = "Start again from the program that asked";

/** What better-auth refuses, in words that tell a person what to do. */
const REFUSALS: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD:
    "The address or the password is wrong. Try again, or get a new password by “Forgot your password?”.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    "There is an account with this address already. Sign in, or get a new password there if you forgot it.",
  PASSWORD_TOO_SHORT: PASSWORD_LENGTH,
  PASSWORD_TOO_LONG: PASSWORD_LENGTH,
  VALIDATION_ERROR: "Fill in every field, and give a whole e-mail address, as name@example.com.",
  INVALID_TOKEN: LINK_IS_OLD,
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION:
    "This invitation is for another address. Sign out at /app, and sign in with the address that it was sent to.",
  NO_ORGANIZATION:
    "You are in no organization, or no longer in the one that you were in. Choose one at /app, or sign out there and in again to get one of your own.",
};

/** What stops a link or an authorization that cannot go back to the program that asked. */
const PROBLEMS: Readonly<Record<string, string>> = {
  invalid_client:
    "The program that asked is not known here, or no longer. Take this service out of the program, and add it again.",
  invalid_redirect:
    "The program wants its answer at an address that it did not register. Take this service out of the program, and add it again.",
  INVALID_TOKEN: LINK_IS_OLD,
  TOKEN_EXPIRED: LINK_IS_OLD,
};

/** Why something was refused, as a page says it. */
export function refusalWords(status: number, code: string | undefined, message: string): string {
  if (status === 429) return "Too many attempts. Wait a minute, and try again.";
  return (code !== undefined && own(REFUSALS, code)) || message;
}

/** What stopped a person, by its code. Anybody can make a link to the page that says it, so it says no words of theirs. */
export function problemWords(code: string): string {
  const words = own(PROBLEMS, code);
  if (words) return words;
  return /^[a-z_]{1,40}$/i.test(code)
    ? `The program's request cannot be answered (${code}). ${START_AGAIN}; if that does not help, tell its makers.`
    : `Something went wrong. ${START_AGAIN}, or sign in.`;
}

function own(words: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}
