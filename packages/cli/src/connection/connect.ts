import { Quarry } from "@quarry/sdk";
import { UsageError } from "../options/usage-error.ts";
import { skipOptimization } from "./quick-fetch.ts";
import { readLogin } from "./stored-login.ts";

/** Options of every command that calls a server. */
export const CONNECTION_OPTIONS = { url: { type: "string" }, key: { type: "string" } } as const;

/** The help text of {@link CONNECTION_OPTIONS}. */
export const CONNECTION_USAGE = `  --url URL              Server URL (default: QUARRY_URL, or the URL saved by quarry login)
  --key KEY              API key (default: QUARRY_API_KEY, or the key saved by quarry login)`;

/** The default address of a server. */
export const DEFAULT_URL = "http://127.0.0.1:7400";

/** The values of {@link CONNECTION_OPTIONS}. */
export interface ConnectionOptions {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

/** The server and the API key of a command. */
export interface Connection {
  readonly url: string;
  readonly key: string | undefined;
  /** Where the key was found, for messages. */
  readonly keySource: string;
}

/** Finds the server and the API key: from the options, QUARRY_URL and QUARRY_API_KEY, or `quarry login`, in this order. */
export function findConnection(options: ConnectionOptions): Connection {
  const given = options.url ?? process.env.QUARRY_URL?.trim();
  const givenKey = options.key ?? process.env.QUARRY_API_KEY?.trim();
  if (given && givenKey) return { url: given, key: givenKey, keySource: sourceOf(options) };
  const stored = readLogin();
  const url = given || stored?.url || DEFAULT_URL;
  if (givenKey) return { url, key: givenKey, keySource: sourceOf(options) };
  // A saved key is only sent to the server that it was saved for.
  if (stored && withoutSlash(stored.url) === withoutSlash(url))
    return { url, key: stored.key, keySource: "quarry login" };
  return { url, key: undefined, keySource: "none" };
}

/**
 * Creates a client for the server that {@link findConnection} finds.
 * @throws UsageError if the URL or the key is invalid.
 */
export function connect(options: ConnectionOptions): Quarry {
  return clientOf(findConnection(options));
}

/** The server that this command calls. */
export interface Server {
  readonly url: string;
  readonly quarry: Quarry;
}

let current: Server | undefined;

/** The server that this command calls, for messages about errors; undefined before it has a client. */
export function currentServer(): Server | undefined {
  return current;
}

/** Creates a client for a server. */
export function clientOf({ url, key }: Pick<Connection, "url" | "key">): Quarry {
  skipOptimization();
  try {
    const quarry = new Quarry({ baseUrl: url, apiKey: key });
    current = { url, quarry };
    return quarry;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(
      `${error.message}\nSet the server URL with --url or QUARRY_URL (e.g. ${DEFAULT_URL}) and the API key with --key or QUARRY_API_KEY.`,
    );
  }
}

function sourceOf({ key }: ConnectionOptions): string {
  return key === undefined ? "QUARRY_API_KEY" : "--key";
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
