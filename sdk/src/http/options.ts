import type { QuarryHooks } from "./hooks.ts";
import { type Logger, type LogLevel, loggingHooks } from "./logging.ts";

/** The part of `fetch` that the client uses: the global `fetch`, or any function with this signature. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Options of the client. */
export interface QuarryOptions {
  /** API key. Default: the environment variable `QUARRY_API_KEY`; if neither is set, no credentials are sent. */
  readonly apiKey?: string | undefined;
  /** Base URL of the server, e.g. `https://quarry.example.com`. Default: the environment variable `QUARRY_URL`. */
  readonly baseUrl?: string | undefined;
  /**
   * Timeout of each attempt in milliseconds, including reading the response; `Infinity` for none. Default: 60,000. Calls
   * that take longer have their own: see {@link CallOptions.timeoutMs}.
   */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries of a failed call; 0 for none. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** Sends the calls. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Headers of every call, in addition to the client's own; they replace those with the same name. Default: none. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Called for each attempt of each call. Default: none. */
  readonly hooks?: QuarryHooks | undefined;
  /** How much is logged. Default: `off`, or with `logger`, `warn`. */
  readonly logLevel?: LogLevel | undefined;
  /** Receives the log. Default: the console. */
  readonly logger?: Logger | undefined;
}

/** Options of one call. They override the client's options. */
export interface CallOptions {
  /** Aborts the call, including its waits between attempts. The call rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Timeout of each attempt in milliseconds; `Infinity` for none. Default: the client's; for files 600,000, for runs and
   * fits of evaluations and for `operator.examine` 250,000, for `spaces.import` none.
   */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries; 0 for none. Default: the client's. `spaces.import` is never retried. */
  readonly maxRetries?: number | undefined;
  /**
   * Headers of this call. They replace the client's headers with the same name; `undefined` leaves such a header out.
   * Default: none.
   */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The client's options, with defaults applied. */
export interface Settings {
  /** API key; undefined if no credentials are sent. */
  readonly apiKey: string | undefined;
  /** Base URL of the server, without a slash at its end. */
  readonly baseUrl: string;
  /** Timeout of each attempt in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum number of retries of a failed call. */
  readonly maxRetries: number;
  /** Sends the calls. */
  readonly fetch: Fetch;
  /** Headers of every call. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Called in this order for each attempt: first the caller's, then the hooks that log. */
  readonly hooks: readonly QuarryHooks[];
}

/** The platform's `fetch`, looked up for each call, because tests and tools replace it. */
export const globalFetch: Fetch = (url, init) => globalThis.fetch(url, init);

/**
 * Applies defaults, including environment variables where available.
 * @throws TypeError if the API key or the base URL is invalid.
 */
export function resolveSettings(options: QuarryOptions): Settings {
  const apiKey = (options.apiKey ?? environment("QUARRY_API_KEY"))?.trim() || undefined;
  // Checked here, because the platform's error for an invalid header value would contain the key.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError("apiKey contains invalid characters. Check for spaces and line breaks.");
  }
  const { hooks, logger, logLevel = logger ? "warn" : "off" } = options;
  const logging = logLevel === "off" ? [] : [loggingHooks(logLevel, logger ?? console)];
  return {
    apiKey,
    baseUrl: checkedBaseUrl((options.baseUrl ?? environment("QUARRY_URL"))?.trim()),
    timeoutMs: options.timeoutMs ?? 60_000,
    maxRetries: options.maxRetries ?? 2,
    fetch: options.fetch ?? globalFetch,
    headers: options.headers ?? {},
    hooks: [...(hooks ? [hooks] : []), ...logging],
  };
}

function checkedBaseUrl(baseUrl: string | undefined): string {
  if (!baseUrl) throw new TypeError("Missing server address. Pass baseUrl or set QUARRY_URL.");
  if (!/^https?:\/\//i.test(baseUrl) || !isUrl(baseUrl)) {
    throw new TypeError(`baseUrl must be an http or https URL, not ${JSON.stringify(baseUrl)}.`);
  }
  return baseUrl.replace(/\/+$/, "");
}

/** Like `URL.canParse`, which early Node 18 versions and edge runtimes with 2022 compatibility dates lack. */
function isUrl(text: string): boolean {
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
