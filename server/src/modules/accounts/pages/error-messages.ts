import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../../../platform/settings/accounts.ts";

const PASSWORD_LENGTH = `Choose a password of ${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters.`;
const LINK_EXPIRED = "This link has expired or was already used. Request a new one.";
const START_AGAIN = "Start again from the program";

/** Messages for error codes of better-auth. */
const MESSAGES: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD:
    "The address or password is wrong. Try again, or reset your password with “Forgot your password?”.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    "An account with this address already exists. Sign in, or reset your password on the sign-in page.",
  PASSWORD_TOO_SHORT: PASSWORD_LENGTH,
  PASSWORD_TOO_LONG: PASSWORD_LENGTH,
  VALIDATION_ERROR: "Fill in every field, and enter a complete e-mail address, e.g. name@example.com.",
  INVALID_TOKEN: LINK_EXPIRED,
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION:
    "This invitation is for another address. Sign out at /app, and sign in with the address that it was sent to.",
  NO_ORGANIZATION:
    "You are not a member of an organization, or no longer of your active one. Choose one at /app, or sign out there and sign in again to get your own.",
};

/** Messages for errors of links, and of authorizations that cannot return to the program. */
const LINK_MESSAGES: Readonly<Record<string, string>> = {
  invalid_client:
    "The program is not registered here, or no longer. Remove this service from the program, and add it again.",
  invalid_redirect:
    "The program requested a redirect to an address that it did not register. Remove this service from the program, and add it again.",
  INVALID_TOKEN: LINK_EXPIRED,
  TOKEN_EXPIRED: LINK_EXPIRED,
};

/** The message of a page for an error of better-auth. */
export function errorMessage(status: number, code: string | undefined, message: string): string {
  if (status === 429) return "Too many attempts. Wait a minute, then try again.";
  return (code !== undefined && own(MESSAGES, code)) || message;
}

/** The message for an error code in a link. Anyone can create such a link, so no other text from it is shown. */
export function linkErrorMessage(code: string): string {
  const message = own(LINK_MESSAGES, code);
  if (message) return message;
  return /^[a-z_]{1,40}$/i.test(code)
    ? `The program sent an invalid request (${code}). ${START_AGAIN}. If that does not help, contact its developers.`
    : `Something went wrong. ${START_AGAIN}, or sign in.`;
}

function own(messages: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(messages, code) ? messages[code] : undefined;
}
