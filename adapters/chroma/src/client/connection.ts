import { ChromaClient, ChromaConnectionError } from "chromadb";
import { RETRY_AFTER_MS, toPortError, unavailable } from "./chroma-errors.ts";
import { addressOf, type ChromaOptions } from "./options.ts";

/** Chroma's client with timeouts and with errors of the port. */
export interface Connection {
  readonly client: ChromaClient;
  /** Sends a request of a search, with the short timeout. */
  search<T>(request: () => Promise<T>): Promise<T>;
  /** Sends a write or a large read, with the long timeout. */
  transfer<T>(request: () => Promise<T>): Promise<T>;
  /** Checks the server, also while searches fail fast. */
  heartbeat(): Promise<void>;
  close(): void;
}

/** Creates the client; connects on the first request. */
export function openConnection(options: ChromaOptions): Connection {
  const { timeoutMs = 5000, writeTimeoutMs = 30_000 } = options;
  const closing = new AbortController();
  const client = new ChromaClient({
    ...addressOf(options),
    tenant: options.tenant ?? "default_tenant",
    database: options.database ?? "default_database",
    fetchOptions: { signal: closing.signal },
  });
  // After a timeout searches fail fast, so that a hanging server does not delay each of them. A refused connection
  // fails immediately anyway.
  let pausedUntil = 0;

  async function send<T>(request: () => Promise<T>, limitMs: number): Promise<T> {
    try {
      const answer = await withTimeout(() => request().catch((error) => retryOnce(error, request)), limitMs);
      pausedUntil = 0;
      return answer;
    } catch (error) {
      if (error instanceof TimeoutError) pausedUntil = performance.now() + RETRY_AFTER_MS;
      throw toPortError(error);
    }
  }

  return {
    client,
    search(request) {
      const now = performance.now();
      if (now < pausedUntil) return Promise.reject(unavailable(new TimeoutError()));
      // After the pause a single search probes the server.
      if (pausedUntil > 0) pausedUntil = now + timeoutMs;
      return send(request, timeoutMs);
    },
    transfer: (request) => send(request, writeTimeoutMs),
    heartbeat: () => send(async () => void (await client.heartbeat()), timeoutMs),
    close: () => closing.abort(),
  };
}

class TimeoutError extends Error {
  override readonly message = "Chroma did not answer in time";
}

/** A keep-alive connection breaks once when the server restarts. Every request is safe to repeat. */
function retryOnce<T>(error: unknown, request: () => Promise<T>): Promise<T> {
  return error instanceof ChromaConnectionError ? request() : Promise.reject(error);
}

/** The client cannot abort a single request, so a late answer is ignored. */
function withTimeout<T>(request: () => Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError()), limitMs);
    request()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
