import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  AuthenticationError,
  ConnectionError,
  NotFoundError,
  PermissionDeniedError,
  QuarryError,
  TimeoutError,
  UnavailableError,
} from "@quarry/sdk";
import { currentServer, type Server } from "../connection/connect.ts";
import { isQuarry, noServerMessage } from "../connection/server-status.ts";
import { spaceSlugs } from "../connection/space-slugs.ts";
import { didYouMean } from "../options/closest.ts";
import { UsageError } from "../options/usage-error.ts";

/** The message for a failed command: the error, and how to fix it. */
export async function errorMessage(error: unknown): Promise<string> {
  if (error instanceof UsageError) return error.message;
  const server = currentServer();
  if (server && mayBeAnotherServer(error) && !(await isQuarry(server.url)))
    return noServerMessage(server.url);
  if (!QuarryError.isInstance(error))
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const advice = adviceFor(error);
  const request = error.requestId === undefined ? "" : ` (request ${error.requestId})`;
  const suggestion = server ? await suggestSpace(error.message, server) : "";
  return `${error.message}${suggestion}${request}${advice === "" ? "" : `\n${advice}`}`;
}

/** Whether the response may come from a server that is no Quarry. A TypeError comes from JSON without the expected fields. */
function mayBeAnotherServer(error: unknown): boolean {
  if (!QuarryError.isInstance(error)) return error instanceof TypeError;
  if (UnavailableError.isInstance(error)) return false;
  return error.code === "unexpected_response" || NotFoundError.isInstance(error);
}

/** The space that an unknown name may stand for. */
async function suggestSpace(message: string, { quarry }: Server): Promise<string> {
  const [, name] = /There is no space "([^"]+)"/.exec(message) ?? [];
  if (name === undefined) return "";
  return didYouMean(name, await spaceSlugs(quarry).catch(() => []));
}

function adviceFor(error: QuarryError): string {
  if (ConnectionError.isInstance(error) && /wrong version number|packet length/.test(error.message))
    return "The server does not speak TLS at this port. Use http:// in its URL.";
  if (ConnectionError.isInstance(error))
    return "Check that the server is running and that --url or QUARRY_URL is its URL. To start a server, run quarry up.";
  if (TimeoutError.isInstance(error)) return "The server did not respond in time. Try again.";
  if (AuthenticationError.isInstance(error))
    return `Set a valid API key with --key or QUARRY_API_KEY, or save one with quarry login.${rootKeyAdvice()}`;
  if (PermissionDeniedError.isInstance(error)) return "Run quarry doctor to see the key's permissions.";
  return "";
}

/** Where to find the root key of a server that was started in this folder. */
function rootKeyAdvice(): string {
  const dataDir = resolve(process.env.QUARRY_DATA_DIR?.trim() || "quarry-data");
  const file = join(dataDir, "root-key");
  if (existsSync(file)) return `\nThe root key of the server with the data folder ${dataDir} is in ${file}`;
  return "\nA server's root key is in the file root-key in its data folder.";
}
