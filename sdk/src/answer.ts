import { ConnectionError, QuarryError } from "./errors.ts";

/** An answer whose body comes in pieces. */
export interface OpenAnswer {
  readonly body: ReadableStream<Uint8Array>;
  readonly headers: Headers;
}

/** Reads a JSON answer. @throws ConnectionError when it broke off. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (saysJson(response)) throw brokenOff(cause);
    const message = `The server answered ${response.status}, but not with JSON; is baseUrl the address of a Quarry server?`;
    throw new QuarryError(message, { status: response.status, code: "unexpected_response", cause });
  }
}

/** Reads an answer of text. @throws ConnectionError when it broke off. */
export async function readText(response: Response): Promise<string> {
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength < announcedBytes(response)) throw brokenOff();
  return new TextDecoder().decode(bytes);
}

/** Reads what an unsuccessful answer says. @throws ConnectionError when it broke off before it said why. */
export async function readRefusal(response: Response): Promise<string> {
  const text = await response.text();
  if (response.status < 500 && saysJson(response)) {
    try {
      JSON.parse(text);
    } catch (cause) {
      throw brokenOff(cause);
    }
  }
  return text;
}

/** The body of a long answer, which fails when it breaks off, and ends when the signal aborts. */
export function checkedBody(
  { body, headers }: OpenAnswer,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const announced = announcedBytes({ headers });
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.byteLength;
      controller.enqueue(piece);
    },
    flush(controller) {
      if (bytes < announced) controller.error(brokenOff());
    },
  });
  return body.pipeThrough(counting, signal ? { signal } : {});
}

function saysJson(response: Response): boolean {
  return /\bjson\b/i.test(response.headers.get("content-type") ?? "");
}

/** How many bytes there are at least; a body that was packed on its way has more. */
function announcedBytes({ headers }: Pick<Response, "headers">): number {
  return headers.has("content-encoding") ? 0 : Number(headers.get("content-length") ?? 0);
}

function brokenOff(cause?: unknown): ConnectionError {
  return new ConnectionError("The server's answer broke off.", { code: "connection_failed", cause });
}
