import { QuarryError } from "@quarry/sdk";
import { text } from "../text/text.ts";
import { AccountError } from "./account.ts";
import { WordedError } from "./worded-error.ts";

/** The HTTP status of an error; undefined when no answer came. */
export function statusOf(error: unknown): number | undefined {
  const hasStatus =
    QuarryError.isInstance(error) || error instanceof AccountError || error instanceof WordedError;
  return hasStatus ? error.status : undefined;
}

/** True when the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return statusOf(error) === 401;
}

function isUnreachable(error: unknown): boolean {
  return statusOf(error) === undefined && error instanceof Error && !(error instanceof WordedError);
}

/** True when the same call may succeed later: no connection, too many calls, or a server that is busy or starting. */
export function isTemporary(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined ? isUnreachable(error) : status === 429 || status >= 500;
}

/** True when the server is away or has too much to do, so that each call fails for the moment. */
export function isAway(error: unknown): boolean {
  const status = statusOf(error);
  return isTemporary(error) && status !== 500;
}

/** True when the server has refused a call for the moment, without carrying it out. */
export function isRefused(error: unknown): boolean {
  const status = statusOf(error);
  return status === 429 || status === 503;
}

/** What went wrong and what to do, for people. The server's messages already say both. */
export function errorText(error: unknown): string {
  if (isUnreachable(error)) return text.problem.unreachable;
  return (error instanceof Error && error.message) || text.problem.unexpected;
}
