import { ChromaClient, ChromaConnectionError } from "chromadb";
import { faultOf, RETRY_AFTER_MS, unavailable } from "./chroma-errors.ts";
import { addressOf, type ChromaOptions } from "./options.ts";

/** Chroma's client with limits of time and with errors of the port. */
export interface Connection {
  readonly client: ChromaClient;
  /** A request that a search waits for. */
  search<T>(request: () => Promise<T>): Promise<T>;
  /** A write, or a read of much. */
  transfer<T>(request: () => Promise<T>): Promise<T>;
  /** Asks whether the server is there, also when searches are spared the wait. */
  heartbeat(): Promise<void>;
  close(): void;
}

/** Connects to nothing yet. */
export function openConnection(options: ChromaOptions): Connection {
  const { timeoutMs = 5000, writeTimeoutMs = 30_000 } = options;
  const closing = new AbortController();
  const client = new ChromaClient({
    ...addressOf(options),
    tenant: options.tenant ?? "default_tenant",
    database: options.database ?? "default_database",
    fetchOptions: { signal: closing.signal },
  });
  // A server that hangs would make everyone wait; one that refuses says so at once and needs no pause.
  let pausedUntil = 0;

  async function ask<T>(request: () => Promise<T>, limitMs: number): Promise<T> {
    try {
      const answer = await inTime(() => request().catch((error) => again(error, request)), limitMs);
      pausedUntil = 0;
      return answer;
    } catch (error) {
      if (error instanceof TimeoutError) pausedUntil = performance.now() + RETRY_AFTER_MS;
      throw faultOf(error);
    }
  }

  return {
    client,
    search(request) {
      const now = performance.now();
      if (now < pausedUntil) return Promise.reject(unavailable(new TimeoutError()));
      // Of many searches after a pause, one finds out whether the server is back.
      if (pausedUntil > 0) pausedUntil = now + timeoutMs;
      return ask(request, timeoutMs);
    },
    transfer: (request) => ask(request, writeTimeoutMs),
    heartbeat: () => ask(async () => void (await client.heartbeat()), timeoutMs),
    close: () => closing.abort(),
  };
}

class TimeoutError extends Error {
  override readonly message = "Chroma did not answer in time";
}

/** A connection that was kept open over a restart of the server breaks once; every request may be repeated. */
function again<T>(error: unknown, request: () => Promise<T>): Promise<T> {
  return error instanceof ChromaConnectionError ? request() : Promise.reject(error);
}

/** The client cannot stop one request, so a late answer is left alone. */
function inTime<T>(request: () => Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError()), limitMs);
    request()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
