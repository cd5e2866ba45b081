/** A call's result together with the response that it came in. */
export interface WithResponse<Result> {
  /** What `await` of the call alone gives. */
  readonly data: Result;
  /** The response. Its body has been read. */
  readonly response: Response;
  /** Request id, as in the server's log; undefined if the response has no header `X-Request-Id`. */
  readonly requestId: string | undefined;
}

/** The result of a call: `await` it for the data. */
export interface ApiPromise<Result> extends Promise<Result> {
  /** The data together with the response: its status, its headers and the request id. */
  withResponse(): Promise<WithResponse<Result>>;
  /**
   * The response itself, with its body unread. Errors of the server still reject, and are still retried. Must be called
   * directly on the call, because the body is read otherwise: `await quarry.query(...).asResponse()`.
   */
  asResponse(): Promise<Response>;
}

/** The two ways to send a call. At most one of them is used. */
interface Sending<Result> {
  /** Sends the call and reads the response. */
  receive(): Promise<{ readonly data: Result; readonly response: Response }>;
  /** Sends the call and leaves the body of the response unread. */
  open(): Promise<Response>;
}

const ignore = (): void => undefined;

/** Sends a call at the end of the running script, when it is known whether the caller wants the data or the response. */
export function apiPromise<Result>({ receive, open }: Sending<Result>): ApiPromise<Result> {
  let hasStarted = false;
  let opened: Promise<Response> | undefined;
  const received = Promise.resolve().then(() => {
    hasStarted = true;
    if (opened) throw new TypeError("The response's body belongs to the caller of asResponse().");
    return receive();
  });
  const data = received.then((result) => result.data);
  return Object.assign(data, {
    withResponse(): Promise<WithResponse<Result>> {
      data.catch(ignore);
      return received.then((result) => ({
        ...result,
        requestId: result.response.headers.get("x-request-id") ?? undefined,
      }));
    },
    asResponse(): Promise<Response> {
      if (hasStarted) {
        const message = "The response has been read. Call asResponse() directly on the call.";
        return Promise.reject(new TypeError(message));
      }
      data.catch(ignore);
      opened ??= open();
      return opened;
    },
  });
}

/** The same call with converted data. */
export function convertData<From, To>(
  call: ApiPromise<From>,
  convert: (data: From) => To | Promise<To>,
): ApiPromise<To> {
  const data = call.then(convert);
  return Object.assign(data, {
    async withResponse(): Promise<WithResponse<To>> {
      data.catch(ignore);
      const { response, requestId } = await call.withResponse();
      return { data: await data, response, requestId };
    },
    asResponse(): Promise<Response> {
      data.catch(ignore);
      return call.asResponse();
    },
  });
}
