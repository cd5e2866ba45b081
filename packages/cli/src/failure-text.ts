import {
  AuthenticationError,
  ConnectionError,
  PermissionDeniedError,
  QuarryError,
  TimeoutError,
} from "@quarry/sdk";
import { UsageError } from "./usage-error.ts";

/** Says why a command could not be done, and what to do. */
export function failureText(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (!QuarryError.isInstance(error))
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const advice = adviceFor(error);
  const request = error.requestId === undefined ? "" : ` (request ${error.requestId})`;
  return `${error.message}${request}${advice === "" ? "" : `\n${advice}`}`;
}

function adviceFor(error: QuarryError): string {
  if (ConnectionError.isInstance(error))
    return "Is the server running, and is its address right? Set it with --url or QUARRY_URL.";
  if (TimeoutError.isInstance(error)) return "The server took too long. Try again, or with fewer queries.";
  if (AuthenticationError.isInstance(error)) return "Set a valid API key with --key or QUARRY_API_KEY.";
  if (PermissionDeniedError.isInstance(error))
    return "Running takes the permission queries:read, keeping golden queries spaces:write.";
  return "";
}
