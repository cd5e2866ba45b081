/** The part of `fetch` that the client uses. The global one fits, and so does a function that never opens a socket. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Options of the client. */
export interface QuarryOptions {
  /** Left out: the environment variable `QUARRY_API_KEY`; without either, no credentials are sent. */
  readonly apiKey?: string | undefined;
  /** Address of the server, e.g. `https://quarry.example.com`. Left out: the environment variable `QUARRY_URL`. */
  readonly baseUrl?: string | undefined;
  /** Bound on each attempt, answer included. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed call is repeated where repeating is safe. */
  readonly maxRetries?: number | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of one call; they win over the client's. */
export interface CallOptions {
  /** Aborts the call, also while it waits for its next attempt; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The client's options with every default filled in. */
export interface Settings {
  readonly apiKey: string | undefined;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
}

/** Fills in defaults from the environment, where there is one, and refuses what could never work. */
export function resolveSettings(options: QuarryOptions): Settings {
  const apiKey = (options.apiKey ?? environment("QUARRY_API_KEY"))?.trim() || undefined;
  // Checked here because the platform's own complaint about a bad header value would quote the key.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError("apiKey holds characters that cannot be part of a key.");
  }
  return {
    apiKey,
    baseUrl: checkedBaseUrl((options.baseUrl ?? environment("QUARRY_URL"))?.trim()),
    timeoutMs: options.timeoutMs ?? 60_000,
    maxRetries: options.maxRetries ?? 2,
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    headers: options.headers ?? {},
  };
}

function checkedBaseUrl(baseUrl: string | undefined): string {
  if (!baseUrl) throw new TypeError("No server address: pass baseUrl, or set QUARRY_URL.");
  if (!/^https?:\/\//i.test(baseUrl) || !isAddress(baseUrl)) {
    throw new TypeError(`baseUrl must be an http or https address, but is ${JSON.stringify(baseUrl)}.`);
  }
  return baseUrl.replace(/\/+$/, "");
}

/** `URL.canParse`, which neither the first Node 18 has nor an edge runtime that is told to behave as in 2022. */
function isAddress(text: string): boolean {
  try {
    return new URL(text).host !== "";
  } catch {
    return false;
  }
}

function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
