import { sleep, startDeadline } from "./deadline.ts";
import { errorFromResponse } from "./error-from-response.ts";
import { ConnectionError, QuarryError, TimeoutError } from "./errors.ts";
import type { CallOptions, Settings } from "./options.ts";
import { retryDelayMs } from "./retry.ts";

/** A value of a query string; what is undefined is left out, an object is written as JSON. */
export type Parameter = string | number | boolean | object | undefined;

/** One call of the interface. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Made with {@link path}. */
  readonly path: string;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly body?: unknown;
  /** Whether doing it twice does no harm. Left out: true for everything but POST. */
  readonly idempotent?: boolean;
}

type Read<Answer> = (response: Response) => Promise<Answer>;

/** Sends calls: credentials, time-outs, retries, and errors made from answers. Knows no resource. */
export class Transport {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Sends one call, repeats it where that is safe, and answers the JSON body. */
  send<Answer>(call: Call, options: CallOptions = {}): Promise<Answer> {
    const maxRetries = options.maxRetries ?? this.#settings.maxRetries;
    return this.#repeat(call, options, maxRetries, async (response) => {
      return jsonBody(response, await response.text()) as Answer;
    });
  }

  /** The same for an answer that is no JSON. */
  text(call: Call, options: CallOptions = {}): Promise<string> {
    const maxRetries = options.maxRetries ?? this.#settings.maxRetries;
    return this.#repeat(call, options, maxRetries, (response) => response.text());
  }

  /**
   * Opens an answer that goes on without end, and answers its body. Only the time until it begins is bounded.
   * @param once Leaves it to the caller to try again.
   */
  open(call: Call, options: CallOptions, once: boolean): Promise<ReadableStream<Uint8Array>> {
    const maxRetries = once ? 0 : (options.maxRetries ?? this.#settings.maxRetries);
    return this.#repeat(call, options, maxRetries, async ({ body, status }) => {
      if (body) return body;
      throw new QuarryError("The server's answer has no body.", { status, code: "unexpected_response" });
    });
  }

  async #repeat<Answer>(call: Call, options: CallOptions, maxRetries: number, read: Read<Answer>) {
    const idempotent = call.idempotent ?? call.method !== "POST";
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(call, options, read);
      } catch (error) {
        const delayMs = attempt < maxRetries ? retryDelayMs(error, attempt, idempotent) : undefined;
        if (delayMs === undefined) throw error;
        await sleep(delayMs, options.signal);
      }
    }
  }

  async #attempt<Answer>(call: Call, options: CallOptions, read: Read<Answer>): Promise<Answer> {
    options.signal?.throwIfAborted();
    const timeoutMs = options.timeoutMs ?? this.#settings.timeoutMs;
    const url = this.#settings.baseUrl + call.path + queryString(call.parameters);
    const init = this.#init(call, options);
    const deadline = startDeadline(timeoutMs, options.signal);
    try {
      const response = await this.#settings.fetch(url, { ...init, signal: deadline.signal });
      if (!response.ok) throw errorFromResponse(response, await response.text());
      return await read(response);
    } catch (error) {
      if (QuarryError.isInstance(error)) throw error;
      options.signal?.throwIfAborted();
      const what = `${call.method} ${this.#settings.baseUrl}${call.path}`;
      if (deadline.passed) {
        throw new TimeoutError(`${what}: no answer within ${timeoutMs} ms.`, {
          code: "timed_out",
          cause: error,
        });
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw new ConnectionError(`${what}: ${reason}`, { code: "connection_failed", cause: error });
    } finally {
      deadline.release();
    }
  }

  #init(call: Call, options: CallOptions): RequestInit {
    const { apiKey, headers: always } = this.#settings;
    const headers = new Headers({ accept: "application/json" });
    if (apiKey !== undefined) headers.set("authorization", `Bearer ${apiKey}`);
    if (call.body !== undefined) headers.set("content-type", "application/json");
    for (const [name, value] of Object.entries({ ...always, ...options.headers })) headers.set(name, value);
    // A followed redirect would turn a POST into a GET, so it is reported instead.
    const init: RequestInit = { method: call.method, headers, redirect: "manual" };
    return call.body === undefined ? init : { ...init, body: JSON.stringify(call.body) };
  }
}

function queryString(parameters: Call["parameters"] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined)
      search.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

function jsonBody(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `The server answered ${response.status}, but not with JSON; is baseUrl the address of a Quarry server?`;
    throw new QuarryError(message, { status: response.status, code: "unexpected_response", cause });
  }
}
