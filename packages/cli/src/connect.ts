import { Quarry } from "@quarry/sdk";
import { readLogin } from "./stored-login.ts";
import { UsageError } from "./usage-error.ts";

/** Options that every command takes which talks to a server. */
export const CONNECTION_OPTIONS = { url: { type: "string" }, key: { type: "string" } } as const;

/** Where a server listens unless it is told otherwise. */
export const STANDARD_URL = "http://127.0.0.1:7400";

/** What the connection's options say, as far as they are given. */
export interface ConnectionOptions {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

/** The server and the key that a command uses. */
export interface Connection {
  readonly url: string;
  readonly key: string | undefined;
  /** Where the key comes from, in words. */
  readonly keySource: string;
}

/** The options' server and key, else those of QUARRY_URL and QUARRY_API_KEY, else what `quarry login` has kept. */
export function findConnection(options: ConnectionOptions): Connection {
  const given = options.url ?? process.env.QUARRY_URL?.trim();
  const givenKey = options.key ?? process.env.QUARRY_API_KEY?.trim();
  if (given && givenKey) return { url: given, key: givenKey, keySource: sourceOf(options) };
  const stored = readLogin();
  const url = given || stored?.url || STANDARD_URL;
  if (givenKey) return { url, key: givenKey, keySource: sourceOf(options) };
  // A key goes only to the server that it was kept for.
  if (stored && withoutSlash(stored.url) === withoutSlash(url))
    return { url, key: stored.key, keySource: "quarry login" };
  return { url, key: undefined, keySource: "none" };
}

/**
 * The client of the server that {@link findConnection} finds.
 * @throws UsageError when there is no usable address or key.
 */
export function connect(options: ConnectionOptions): Quarry {
  return clientOf(findConnection(options));
}

/** The client of a server. */
export function clientOf({ url, key }: Pick<Connection, "url" | "key">): Quarry {
  try {
    return new Quarry({ baseUrl: url, apiKey: key });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(
      `${error.message}\nThe server's address is --url or QUARRY_URL, e.g. ${STANDARD_URL}; the key is --key or QUARRY_API_KEY.`,
    );
  }
}

function sourceOf({ key }: ConnectionOptions): string {
  return key === undefined ? "QUARRY_API_KEY" : "--key";
}

/** An address as addresses are compared. */
function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
