import { ConnectionError, QuarryError } from "../errors/errors.ts";

/** A response whose body is read as a stream. */
export interface StreamedResponse {
  /** The body, unread. */
  readonly body: ReadableStream<Uint8Array>;
  /** The headers of the response. */
  readonly headers: Headers;
}

/**
 * Reads a JSON response.
 * @throws ConnectionError if the response is incomplete.
 * @throws QuarryError if the response is not JSON.
 */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (hasJsonContentType(response) && !/[}\]]\s*$/.test(text)) throw incompleteResponse(cause);
    const message = `The server responded with ${response.status}, but the body is not JSON. Is baseUrl the address of a Quarry server?`;
    throw new QuarryError(message, { status: response.status, code: "unexpected_response", cause });
  }
}

/**
 * Reads a text response.
 * @throws ConnectionError if the response is incomplete.
 */
export async function readText(response: Response): Promise<string> {
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength < minimumBytes(response)) throw incompleteResponse();
  return new TextDecoder().decode(bytes);
}

/**
 * Reads the body of an unsuccessful response.
 * @throws ConnectionError if a 4xx response is incomplete, so that the call is retried.
 */
export async function readErrorText(response: Response): Promise<string> {
  const text = await response.text();
  if (response.status < 500 && hasJsonContentType(response)) {
    try {
      JSON.parse(text);
    } catch (cause) {
      throw incompleteResponse(cause);
    }
  }
  return text;
}

/** Wraps a response stream so that it fails if the response is incomplete, and ends when the signal aborts. */
export function completeBody(
  { body, headers }: StreamedResponse,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const expectedBytes = minimumBytes({ headers });
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.byteLength;
      controller.enqueue(piece);
    },
    flush(controller) {
      if (bytes < expectedBytes) controller.error(incompleteResponse());
    },
  });
  return body.pipeThrough(counting, signal ? { signal } : {});
}

/** True if a response declares a JSON body. */
export function hasJsonContentType(response: Response): boolean {
  return /\bjson\b/i.test(response.headers.get("content-type") ?? "");
}

/** The minimum number of decoded bytes. 0 for a compressed response, whose length header counts compressed bytes. */
function minimumBytes({ headers }: Pick<Response, "headers">): number {
  return headers.has("content-encoding") ? 0 : Number(headers.get("content-length") ?? 0);
}

function incompleteResponse(cause?: unknown): ConnectionError {
  const message = "The connection was lost before the response was complete.";
  return new ConnectionError(message, { code: "connection_failed", cause });
}
