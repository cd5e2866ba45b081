import type { Call, Parameter } from "./call.ts";

/** A call for {@link Quarry.request}. */
export interface QuarryRequest {
  /** HTTP method. Default: GET. */
  readonly method?: Call["method"] | undefined;
  /** Path below `baseUrl`, with a slash at its start and with its parameters encoded, e.g. `/api/spaces`. */
  readonly path: string;
  /** Parameters of the query string. `undefined` is omitted; an object is serialized as JSON. Default: none. */
  readonly query?: Readonly<Record<string, Parameter>> | undefined;
  /** Sent as JSON, unless it is bytes. A stream can be sent only once. Default: no body. */
  readonly body?: unknown;
  /**
   * Whether the call can be repeated without side effects. Default: true for every method except POST and DELETE, which
   * are sent with an `Idempotency-Key`.
   */
  readonly idempotent?: boolean | undefined;
}

/**
 * The call of a request.
 * @throws TypeError if the path does not start with one slash: another host would receive the credentials.
 */
export function callOf({ method = "GET", path, query = {}, body, idempotent }: QuarryRequest): Call {
  if (!/^\/(?!\/)/.test(path))
    throw new TypeError(`path must start with one slash, not ${JSON.stringify(path)}.`);
  return {
    ...{ method, path, parameters: query },
    ...(isBytes(body) ? { bytes: body } : { body }),
    ...(idempotent === undefined ? {} : { idempotent }),
  };
}

function isBytes(body: unknown): body is NonNullable<Call["bytes"]> {
  return (
    body instanceof Uint8Array ||
    (typeof Blob !== "undefined" && body instanceof Blob) ||
    (typeof ReadableStream !== "undefined" && body instanceof ReadableStream)
  );
}
