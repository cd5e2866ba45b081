import { errorFromResponse } from "../errors/error-from-response.ts";
import { ConnectionError, QuarryError, TimeoutError } from "../errors/errors.ts";
import { type Call, contentTypeOf, queryString, requestBody } from "./call.ts";
import { sleep, startDeadline } from "./deadline.ts";
import type { CallOptions, Settings } from "./options.ts";
import { randomKey } from "./random-key.ts";
import { RateLimitPause } from "./rate-limit-pause.ts";
import { readErrorText, readJson, readText, type StreamedResponse } from "./response-body.ts";
import { isInProgress, retryDelayMs } from "./retry.ts";

type ReadResponse<Result> = (response: Response) => Promise<Result>;

/** Sends calls, with credentials, timeouts, retries and typed errors. It is independent of resources. */
export class Transport {
  readonly #settings: Settings;
  readonly #pause = new RateLimitPause();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Sends a call, with retries, and returns the JSON response. */
  send<Result>(call: Call, options: CallOptions = {}): Promise<Result> {
    return this.#sendWithRetries(call, options, async (response) => (await readJson(response)) as Result);
  }

  /** Sends a call, with retries, and returns the response as text. */
  text(call: Call, options: CallOptions = {}): Promise<string> {
    return this.#sendWithRetries(call, options, readText);
  }

  /** Sends a call, with retries, and returns the response as a stream. The timeout covers only the time to its start. */
  open(call: Call, options: CallOptions = {}): Promise<StreamedResponse> {
    return this.#sendWithRetries(call, options, async ({ body, headers, status }) => {
      if (body) return { body, headers };
      throw new QuarryError("The server's response has no body.", { status, code: "unexpected_response" });
    });
  }

  async #sendWithRetries<Result>(
    call: Call,
    options: CallOptions,
    read: ReadResponse<Result>,
  ): Promise<Result> {
    const { maxRetries = this.#settings.maxRetries, signal } = options;
    const timeoutMs = options.timeoutMs ?? this.#settings.timeoutMs;
    // All attempts share one key, so the server executes the call once.
    const needsKey = !(call.idempotent ?? (call.method !== "POST" && call.method !== "DELETE"));
    const headers = this.#headers(call, options, needsKey ? randomKey() : undefined);
    let inProgressUntilMs: number | undefined;
    for (let attempt = 0; ; ) {
      try {
        await this.#pause.wait(signal);
        return await this.#attempt(call, { headers, timeoutMs, signal }, read);
      } catch (error) {
        this.#pause.observe(error);
        const canRetry = attempt < maxRetries && call.form?.isConsumed !== true;
        const delayMs = canRetry ? retryDelayMs(error, attempt) : undefined;
        if (delayMs === undefined) throw error;
        // Polling for an earlier attempt that is still running does not count as a retry until `timeoutMs` has passed.
        inProgressUntilMs ??= isInProgress(error) ? Date.now() + timeoutMs : undefined;
        if (!isInProgress(error) || Date.now() > (inProgressUntilMs ?? 0)) attempt += 1;
        await sleep(delayMs, signal);
      }
    }
  }

  async #attempt<Result>(
    call: Call,
    { headers, timeoutMs, signal }: { headers: Headers; timeoutMs: number; signal: AbortSignal | undefined },
    read: ReadResponse<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const url = this.#settings.baseUrl + call.path + queryString(call.parameters);
    const deadline = startDeadline(timeoutMs, signal);
    try {
      // Redirects are reported as errors, because following one would turn a POST into a GET.
      const init = { method: call.method, headers, redirect: "manual", signal: deadline.signal } as const;
      const response = await this.#settings.fetch(url, { ...init, ...requestBody(call) });
      if (!response.ok) throw errorFromResponse(response, await readErrorText(response));
      return await read(response);
    } catch (error) {
      if (QuarryError.isInstance(error)) throw error;
      signal?.throwIfAborted();
      // An unreadable file is not a connection failure, so it is not retried.
      if (call.form?.readFailure) throw call.form.readFailure.error;
      const request = `${call.method} ${this.#settings.baseUrl}${call.path}`;
      if (deadline.passed) {
        throw new TimeoutError(`${request}: no response within ${timeoutMs} ms.`, {
          code: "timed_out",
          cause: error,
        });
      }
      throw new ConnectionError(`${request}: ${connectionFailureReason(error)}`, {
        code: "connection_failed",
        cause: error,
      });
    } finally {
      deadline.release();
    }
  }

  #headers(call: Call, options: CallOptions, idempotencyKey: string | undefined): Headers {
    const { apiKey, headers: defaultHeaders } = this.#settings;
    const headers = new Headers({ accept: "application/json" });
    if (apiKey !== undefined) headers.set("authorization", `Bearer ${apiKey}`);
    if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
    const contentType = contentTypeOf(call);
    if (contentType !== undefined) headers.set("content-type", contentType);
    for (const [name, value] of Object.entries({ ...defaultHeaders, ...options.headers }))
      headers.set(name, value);
    return headers;
  }
}

/** Why a connection failed. Node's message is only "fetch failed", so its cause is added. */
function connectionFailureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (!(cause instanceof Error)) return message;
  // If several addresses were tried, the cause has a code but no message.
  return `${message}: ${cause.message || (cause as { code?: string }).code || cause.name}`;
}
