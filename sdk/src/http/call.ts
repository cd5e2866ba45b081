/** A query string parameter. `undefined` is omitted; an object is serialized as JSON. */
export type Parameter = string | number | boolean | object | undefined;

/** A `multipart/form-data` body. */
export interface FormBody {
  /** Media type, with the boundary. */
  readonly contentType: string;
  /** True if the body has been read and cannot be sent again. */
  readonly isConsumed: boolean;
  /** The error that stopped reading the file, if there was one. */
  readonly readFailure:
    | {
        /** What reading the file threw. */
        readonly error: unknown;
      }
    | undefined;
  /** Receives how many bytes of the body have been sent, where `fetch` does not read them piece by piece. */
  readonly onUpload: ((loadedBytes: number) => void) | undefined;
  /** Opens the body for one attempt. */
  open(): RequestInit;
}

/** One call of the HTTP API. At most one of `body`, `form` and `bytes` is set. */
export interface Call {
  /** HTTP method. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the base URL. Built with {@link path}. */
  readonly path: string;
  /** Parameters of the query string. */
  readonly parameters?: Readonly<Record<string, Parameter>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as `multipart/form-data`. */
  readonly form?: FormBody;
  /** Sent unchanged. A stream can be sent only once. */
  readonly bytes?: ReadableStream<Uint8Array> | Blob | Uint8Array;
  /**
   * Whether the call can be repeated without side effects. Default: true for every method except POST and DELETE. Other
   * calls are sent with an `Idempotency-Key`.
   */
  readonly idempotent?: boolean;
}

/** The body of a call, in the form that `fetch` expects. */
export function requestBody({ body, bytes, form }: Call): RequestInit {
  if (form) return form.open();
  // `fetch` requires `duplex` for streams, which it sends before the response arrives.
  if (bytes !== undefined) return Object.assign({ body: bytes as BodyInit }, { duplex: "half" });
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

/** The content type of a call's body; undefined if it has none. */
export function contentTypeOf({ body, bytes, form }: Call): string | undefined {
  if (form) return form.contentType;
  if (bytes !== undefined) return "application/octet-stream";
  return body === undefined ? undefined : "application/json";
}

/** The query string of a call, with its question mark; empty if there are no parameters. */
export function queryString(parameters: Call["parameters"] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined)
      search.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
