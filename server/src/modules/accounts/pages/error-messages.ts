import type { PageText } from "./text/en.ts";

/** The message of a page for an error of better-auth. `message` is its own one, for codes that have none here. */
export function errorMessage(
  { errors, problem }: PageText,
  status: number,
  code: string | undefined,
  message: string,
): string {
  if (status === 429) return problem.tooManyAttempts;
  return (code !== undefined && own(errors, code)) || message;
}

/** The message for an error code in a link. Anyone can create such a link, so no other text from it is shown. */
export function linkErrorMessage({ linkErrors, problem }: PageText, code: string): string {
  const message = own(linkErrors, code);
  if (message) return message;
  return /^[a-z_]{1,40}$/i.test(code) ? problem.invalidRequest(code) : problem.unknown;
}

function own(messages: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(messages, code) ? messages[code] : undefined;
}
