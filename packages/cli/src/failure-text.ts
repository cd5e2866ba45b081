import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
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
    return "Is the server running, and is its address right? Set it with --url or QUARRY_URL; quarry up starts one here.";
  if (TimeoutError.isInstance(error)) return "The server took too long. Try again, or with less at a time.";
  if (AuthenticationError.isInstance(error))
    return `Set a valid API key with --key or QUARRY_API_KEY, or keep one with quarry login.${rootKeyAdvice()}`;
  if (PermissionDeniedError.isInstance(error)) return "quarry doctor shows what the key may do.";
  return "";
}

/** Where a server that was started here keeps the first key. */
function rootKeyAdvice(): string {
  const dataDir = resolve(process.env.QUARRY_DATA_DIR?.trim() || "quarry-data");
  const file = join(dataDir, "root-key");
  if (existsSync(file)) return `\nThe first key of the server whose data is in ${dataDir} is in ${file}`;
  return "\nA server keeps its first key in the file root-key of its data folder.";
}
