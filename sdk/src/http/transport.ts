import { errorFromResponse } from "../errors/error-from-response.ts";
import { ConnectionError, QuarryError, TimeoutError } from "../errors/errors.ts";
import { type ApiPromise, apiPromise } from "./api-promise.ts";
import { type Call, contentTypeOf, queryString, requestBody } from "./call.ts";
import { type Deadline, sleep, startDeadline } from "./deadline.ts";
import { throwIfAborted } from "./follow-signal.ts";
import type { Attempt, QuarryHooks } from "./hooks.ts";
import { type CallOptions, globalFetch, type Settings } from "./options.ts";
import { randomKey } from "./random-key.ts";
import { RateLimitPause } from "./rate-limit-pause.ts";
import { readErrorText, readJson, readText, type StreamedResponse } from "./response-body.ts";
import { isInProgress, retryDelayMs } from "./retry.ts";
import { userAgent } from "./user-agent.ts";
import { xhrFetch } from "./xhr-fetch.ts";

type ReadResponse<Result> = (response: Response) => Promise<Result>;

/** A call, or a function that prepares it, e.g. by opening a file. */
type CallSource = Call | (() => Promise<Call>);

/** What all attempts of a call share. */
interface AttemptSettings {
  readonly headers: Headers;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Sends calls, with credentials, timeouts, retries and typed errors. It is independent of resources. */
export class Transport {
  readonly #settings: Settings;
  readonly #pause = new RateLimitPause();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The address of a path. */
  urlOf(path: string): string {
    return this.#settings.baseUrl + path;
  }

  /** Sends a call, with retries, and returns the JSON response. */
  send<Result>(call: CallSource, options: CallOptions = {}): ApiPromise<Result> {
    return this.#start(call, options, async (response) => (await readJson(response)) as Result);
  }

  /** Sends a call, with retries, and returns the response as text. */
  text(call: CallSource, options: CallOptions = {}): ApiPromise<string> {
    return this.#start(call, options, readText);
  }

  /** Sends a call, with retries, and returns the response as a stream. The timeout covers only the time to its start. */
  open(call: Call, options: CallOptions = {}): Promise<StreamedResponse> {
    return this.#sendWithRetries(call, options, async ({ body, headers, status }) => {
      if (body) return { body, headers };
      throw new QuarryError("The server's response has no body.", { status, code: "unexpected_response" });
    });
  }

  #start<Result>(source: CallSource, options: CallOptions, read: ReadResponse<Result>): ApiPromise<Result> {
    const send = async <Read>(readResponse: ReadResponse<Read>): Promise<Read> =>
      this.#sendWithRetries(typeof source === "function" ? await source() : source, options, readResponse);
    return apiPromise({
      receive: () => send(async (response) => ({ data: await read(response), response })),
      open: () => send(async (response) => response),
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
    const url = this.#settings.baseUrl + call.path + queryString(call.parameters);
    let inProgressUntilMs: number | undefined;
    for (let attempt = 0, sent = 0; ; sent += 1) {
      await this.#pause.wait(signal);
      throwIfAborted(signal);
      // A copy, because hooks may change it.
      const about = { method: call.method, url, attempt: sent, headers: new Headers(headers) };
      await this.#call("onRequest", about);
      const startMs = Date.now();
      try {
        return await this.#attempt(call, about, { headers: about.headers, timeoutMs, signal }, read);
      } catch (error) {
        this.#pause.observe(error);
        const canRetry = attempt < maxRetries && call.form?.isConsumed !== true;
        const retryInMs = canRetry ? retryDelayMs(error, attempt) : undefined;
        await this.#call("onError", { ...about, error, durationMs: Date.now() - startMs, retryInMs });
        if (retryInMs === undefined) throw error;
        // Polling for an earlier attempt that is still running does not count as a retry until `timeoutMs` has passed.
        inProgressUntilMs ??= isInProgress(error) ? Date.now() + timeoutMs : undefined;
        if (!isInProgress(error) || Date.now() > (inProgressUntilMs ?? 0)) attempt += 1;
        await sleep(retryInMs, signal);
      }
    }
  }

  async #attempt<Result>(
    call: Call,
    about: Attempt,
    { headers, timeoutMs, signal }: AttemptSettings,
    read: ReadResponse<Result>,
  ): Promise<Result> {
    throwIfAborted(signal);
    const deadline = startDeadline(timeoutMs, signal);
    const failed = (error: unknown) => this.#failure(error, call, { headers, timeoutMs, signal }, deadline);
    const startMs = Date.now();
    try {
      // Redirects are reported as errors, because following one would turn a POST into a GET.
      const init = { method: call.method, headers, redirect: "manual", signal: deadline.signal } as const;
      const send = async () => this.#fetchOf(call)(about.url, { ...init, ...requestBody(call) });
      const response = await send().catch(failed);
      await this.#call("onResponse", {
        ...about,
        status: response.status,
        headers: response.headers,
        requestId: response.headers.get("x-request-id") ?? undefined,
        durationMs: Date.now() - startMs,
      });
      if (!response.ok) throw errorFromResponse(response, await readErrorText(response).catch(failed));
      return await read(response).catch(failed);
    } finally {
      deadline.release();
    }
  }

  /** Throws the error of this package for a failed attempt. */
  #failure(error: unknown, call: Call, { timeoutMs, signal }: AttemptSettings, { passed }: Deadline): never {
    if (QuarryError.isInstance(error)) throw error;
    throwIfAborted(signal);
    // An unreadable file is not a connection failure, so it is not retried.
    if (call.form?.readFailure) throw call.form.readFailure.error;
    const request = `${call.method} ${this.#settings.baseUrl}${call.path}`;
    if (passed) {
      const message = `${request}: no response within ${timeoutMs} ms.`;
      throw new TimeoutError(message, { code: "timed_out", cause: error });
    }
    const message = `${request}: ${connectionFailureReason(error)}`;
    throw new ConnectionError(message, { code: "connection_failed", cause: error });
  }

  /** `fetch`, or in browsers, where it does not report the progress of an upload, a function that does. */
  #fetchOf({ form }: Call): Settings["fetch"] {
    const { fetch } = this.#settings;
    return (fetch === globalFetch && form?.onUpload && xhrFetch(form.onUpload)) || fetch;
  }

  async #call<Name extends keyof QuarryHooks>(
    name: Name,
    argument: Parameters<NonNullable<QuarryHooks[Name]>>[0],
  ): Promise<void> {
    // The argument has the type of the hook with this name, which TypeScript cannot follow.
    for (const hooks of this.#settings.hooks)
      await (hooks[name] as ((given: typeof argument) => void | Promise<void>) | undefined)?.(argument);
  }

  #headers(call: Call, options: CallOptions, idempotencyKey: string | undefined): Headers {
    const { apiKey, headers: defaultHeaders } = this.#settings;
    const headers = new Headers({ accept: "application/json" });
    const agent = userAgent();
    if (agent !== undefined) headers.set("user-agent", agent);
    if (apiKey !== undefined) headers.set("authorization", `Bearer ${apiKey}`);
    if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
    const contentType = contentTypeOf(call);
    if (contentType !== undefined) headers.set("content-type", contentType);
    for (const [name, value] of Object.entries({ ...defaultHeaders, ...options.headers }))
      if (value !== undefined) headers.set(name, value);
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
