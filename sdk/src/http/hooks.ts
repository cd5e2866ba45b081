/** One attempt of a call. */
export interface Attempt {
  /** HTTP method, in upper case. */
  readonly method: string;
  /** Full URL, with the query string. */
  readonly url: string;
  /** Number of attempts before this one: 0 for the first attempt, 1 for the first retry. */
  readonly attempt: number;
}

/** An attempt that is about to be sent. */
export interface SentRequest extends Attempt {
  /** The headers of this attempt, also the credentials. May be changed, e.g. to sign the request. */
  readonly headers: Headers;
}

/** The response of an attempt, with any status. */
export interface ReceivedResponse extends Attempt {
  /** HTTP status. */
  readonly status: number;
  /** The headers of the response. */
  readonly headers: Headers;
  /** Request id, as in the server's log; undefined if the response has no header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** Time from sending the request to the start of the response, in milliseconds. */
  readonly durationMs: number;
}

/** An attempt without a usable response. */
export interface FailedAttempt extends Attempt {
  /** Why it failed: a `QuarryError`, the reason of an abort, or why a file could not be read. */
  readonly error: unknown;
  /** Time from sending the request to the failure, in milliseconds. */
  readonly durationMs: number;
  /** Time until the next attempt, in milliseconds; undefined if there is none, so that the call rejects. */
  readonly retryInMs: number | undefined;
}

/** Functions that are called for each attempt of each call. If one throws, the call rejects with its error. */
export interface QuarryHooks {
  /** Called before an attempt is sent. */
  readonly onRequest?: ((request: SentRequest) => void | Promise<void>) | undefined;
  /** Called when the headers of a response have arrived, before its body is read. */
  readonly onResponse?: ((response: ReceivedResponse) => void | Promise<void>) | undefined;
  /** Called after an attempt failed: without a usable response, or with an error of the server. */
  readonly onError?: ((failure: FailedAttempt) => void | Promise<void>) | undefined;
}
