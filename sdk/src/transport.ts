import { type OpenAnswer, readJson, readRefusal, readText } from "./answer.ts";
import { sleep, startDeadline } from "./deadline.ts";
import { errorFromResponse } from "./error-from-response.ts";
import { ConnectionError, QuarryError, TimeoutError } from "./errors.ts";
import type { FormBody } from "./form-body.ts";
import type { CallOptions, Settings } from "./options.ts";
import { randomKey } from "./random-key.ts";
import { isInProgress, retryDelayMs } from "./retry.ts";
import { SharedPause } from "./shared-pause.ts";

/** A value of a query string; what is undefined is left out, an object is written as JSON. */
export type Parameter = string | number | boolean | object | undefined;

/** One call of the interface. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Made with {@link path}. */
  readonly path: string;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent in its place. */
  readonly form?: FormBody;
  /** Sent as they are in its place. A stream can be sent once. */
  readonly bytes?: ReadableStream<Uint8Array> | Blob | Uint8Array;
  /** Whether doing it twice does no harm. Left out: true for everything but POST and DELETE, which get a key. */
  readonly idempotent?: boolean;
}

type Read<Answer> = (response: Response) => Promise<Answer>;

/** Sends calls: credentials, time-outs, retries, and errors made from answers. Knows no resource. */
export class Transport {
  readonly #settings: Settings;
  readonly #pause = new SharedPause();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Sends one call, repeats it where that helps, and answers the JSON body. */
  send<Answer>(call: Call, options: CallOptions = {}): Promise<Answer> {
    return this.#repeat(call, options, async (response) => (await readJson(response)) as Answer);
  }

  /** The same for an answer that is no JSON. */
  text(call: Call, options: CallOptions = {}): Promise<string> {
    return this.#repeat(call, options, readText);
  }

  /** Opens an answer that is read in pieces. Only the time until it begins is bounded. */
  open(call: Call, options: CallOptions = {}): Promise<OpenAnswer> {
    return this.#repeat(call, options, async ({ body, headers, status }) => {
      if (body) return { body, headers };
      throw new QuarryError("The server's answer has no body.", { status, code: "unexpected_response" });
    });
  }

  async #repeat<Answer>(call: Call, options: CallOptions, read: Read<Answer>): Promise<Answer> {
    const { maxRetries = this.#settings.maxRetries, signal } = options;
    const timeoutMs = options.timeoutMs ?? this.#settings.timeoutMs;
    // The same over all attempts, so that the server does once what it is asked for several times.
    const isKeyed = !(call.idempotent ?? (call.method !== "POST" && call.method !== "DELETE"));
    const headers = this.#headers(call, options, isKeyed ? randomKey() : undefined);
    let patienceEndsMs: number | undefined;
    for (let attempt = 0; ; ) {
      try {
        await this.#pause.over(signal);
        return await this.#attempt(call, { headers, timeoutMs, signal }, read);
      } catch (error) {
        this.#pause.note(error);
        const isAgain = attempt < maxRetries && call.form?.isSpent !== true;
        const delayMs = isAgain ? retryDelayMs(error, attempt) : undefined;
        if (delayMs === undefined) throw error;
        // What is still being answered is waited for as if there were only this attempt.
        patienceEndsMs ??= isInProgress(error) ? Date.now() + timeoutMs : undefined;
        if (!isInProgress(error) || Date.now() > (patienceEndsMs ?? 0)) attempt += 1;
        await sleep(delayMs, signal);
      }
    }
  }

  async #attempt<Answer>(
    call: Call,
    { headers, timeoutMs, signal }: { headers: Headers; timeoutMs: number; signal: AbortSignal | undefined },
    read: Read<Answer>,
  ): Promise<Answer> {
    signal?.throwIfAborted();
    const url = this.#settings.baseUrl + call.path + queryString(call.parameters);
    const deadline = startDeadline(timeoutMs, signal);
    try {
      // A followed redirect would turn a POST into a GET, so it is reported instead.
      const init = { method: call.method, headers, redirect: "manual", signal: deadline.signal } as const;
      const response = await this.#settings.fetch(url, { ...init, ...bodyOf(call) });
      if (!response.ok) throw errorFromResponse(response, await readRefusal(response));
      return await read(response);
    } catch (error) {
      if (QuarryError.isInstance(error)) throw error;
      signal?.throwIfAborted();
      // What could not be read is nothing of the connection's, and not to be repeated.
      if (call.form?.problem) throw call.form.problem.error;
      const what = `${call.method} ${this.#settings.baseUrl}${call.path}`;
      if (deadline.passed) {
        throw new TimeoutError(`${what}: no answer within ${timeoutMs} ms.`, {
          code: "timed_out",
          cause: error,
        });
      }
      throw new ConnectionError(`${what}: ${reasonOf(error)}`, { code: "connection_failed", cause: error });
    } finally {
      deadline.release();
    }
  }

  #headers(call: Call, options: CallOptions, idempotencyKey: string | undefined): Headers {
    const { apiKey, headers: always } = this.#settings;
    const headers = new Headers({ accept: "application/json" });
    if (apiKey !== undefined) headers.set("authorization", `Bearer ${apiKey}`);
    if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
    if (call.form) headers.set("content-type", call.form.contentType);
    else if (call.bytes !== undefined) headers.set("content-type", "application/octet-stream");
    else if (call.body !== undefined) headers.set("content-type", "application/json");
    for (const [name, value] of Object.entries({ ...always, ...options.headers })) headers.set(name, value);
    return headers;
  }
}

/** What a platform says of a broken connection. Node says "fetch failed", and why only in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (!(cause instanceof Error)) return message;
  // Of several addresses that were tried there is no message in common, but a code.
  return `${message}: ${cause.message || (cause as { code?: string }).code || cause.name}`;
}

function bodyOf({ body, bytes, form }: Call): RequestInit {
  if (form) return form.open();
  // Streams are sent while the answer is not there yet, which has to be said.
  if (bytes !== undefined) return Object.assign({ body: bytes as BodyInit }, { duplex: "half" });
  return body === undefined ? {} : { body: JSON.stringify(body) };
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
