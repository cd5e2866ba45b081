/** One attempt of a call. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  /** 0 for the first attempt, 1 for the first retry. */
  readonly attempt: number;
}

/** An attempt that is about to be sent. */
export interface SentRequest extends Attempt {
  /** May be changed, e.g. to sign the request. */
  readonly headers: Headers;
}

/** The response of an attempt, with any status. */
export interface ReceivedResponse extends Attempt {
  readonly status: number;
  readonly headers: Headers;
  /** Request id, as in the server's log. */
  readonly requestId: string | undefined;
  /** Time from sending the request to the start of the response, in milliseconds. */
  readonly durationMs: number;
}

/** An attempt without a usable response. */
export interface FailedAttempt extends Attempt {
  readonly error: unknown;
  /** Time from sending the request to the failure, in milliseconds. */
  readonly durationMs: number;
  /** Time until the next attempt, in milliseconds; undefined if there is none, so that the call rejects. */
  readonly retryInMs: number | undefined;
}

/** Functions that are called for each attempt of each call. If one throws, the call rejects with its error. */
export interface QuarryHooks {
  readonly onRequest?: ((request: SentRequest) => void | Promise<void>) | undefined;
  readonly onResponse?: ((response: ReceivedResponse) => void | Promise<void>) | undefined;
  readonly onError?: ((failure: FailedAttempt) => void | Promise<void>) | undefined;
}
