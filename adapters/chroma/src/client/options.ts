import { QuarryError } from "@quarry/core";

/** Where the Chroma server is and how to speak with it. */
export interface ChromaOptions {
  /** E.g. `http://127.0.0.1:8000`; with `user:password@` for one that asks for it. */
  readonly url: string;
  /** Sent with every request, e.g. `{ "x-chroma-token": "..." }`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly tenant?: string;
  readonly database?: string;
  /** How names of collections begin, so that several services can share a database; `quarry` by default. */
  readonly prefix?: string;
  /** Most that a search may wait for one answer, in milliseconds; 5 seconds by default. */
  readonly timeoutMs?: number;
  /** The same for writes and for reading much; 30 seconds by default. */
  readonly writeTimeoutMs?: number;
}

/** A URL taken apart as Chroma's client wants it. */
export interface Address {
  readonly ssl: boolean;
  readonly host: string;
  readonly port: number;
  readonly headers: Record<string, string>;
}

/**
 * Takes a server's URL apart.
 * @throws QuarryError `invalid_request` when it is none; the message does not repeat it, for it may hold a password.
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
