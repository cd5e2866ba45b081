import { QuarryError } from "@quarry/core";

/** Options of `createChromaVectorStore`. */
export interface ChromaOptions {
  /** Address of the server, e.g. `http://127.0.0.1:8000`; `user:password@` is sent as basic authorization. */
  readonly url: string;
  /** Headers of every request, e.g. `{ "x-chroma-token": "..." }`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly tenant?: string;
  readonly database?: string;
  /** Prefix of the names of collections, so that several services can share a database; `quarry` by default. */
  readonly prefix?: string;
  /** Timeout of a search's requests in milliseconds; 5 seconds by default. */
  readonly timeoutMs?: number;
  /** Timeout of writes and large reads in milliseconds; 30 seconds by default. */
  readonly writeTimeoutMs?: number;
}

/** A URL in the form that Chroma's client expects. */
export interface Address {
  readonly ssl: boolean;
  readonly host: string;
  readonly port: number;
  readonly headers: Record<string, string>;
}

/**
 * Parses the server's URL.
 * @throws QuarryError `invalid_request` when it is invalid. The message does not contain the URL, which may hold a
 * password.
 */
export function addressOf({ url, headers = {} }: ChromaOptions): Address {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.pathname !== "/" || parsed.search)
    throw new QuarryError(
      "invalid_request",
      "CHROMA_URL must be the address of a Chroma server without a path, e.g. http://127.0.0.1:8000.",
    );
  const ssl = parsed.protocol === "https:";
  const { username, password } = parsed;
  const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = username ? { Authorization: `Basic ${Buffer.from(account).toString("base64")}` } : {};
  return {
    ssl,
    host: parsed.hostname,
    port: Number(parsed.port) || (ssl ? 443 : 80),
    headers: { ...authorization, ...headers },
  };
}
