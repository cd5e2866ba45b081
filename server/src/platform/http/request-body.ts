import { QuarryError } from "@quarry/core";
import type { Json } from "@quarry/schema";
import { collectBytes } from "../bytes.ts";
import { whileReceiving } from "./call-deadline.ts";
import { parseInSteps } from "./json-in-steps.ts";
import { MAX_DEPTH, malformedJson } from "./malformed-json.ts";

/** `JSON.parse` takes less than 100 ms for so many bytes of any content; longer bodies are parsed in steps. */
const AT_ONCE_BYTES = 256 * 1024;

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a JSON body; null when the request has none.
 * @throws QuarryError `payload_too_large`, `unsupported_media_type`, or `invalid_request` when it is not JSON.
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<Json> {
  const type = mediaType(request);
  if (isEmpty(request)) return null;
  if (type !== "application/json" && !type.endsWith("+json"))
    throw new QuarryError(
      "unsupported_media_type",
      `The body must be JSON: send Content-Type: application/json${type === "" ? "" : `, not ${type}`}.`,
    );
  refuseEncodings(request);
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength === 0) return null;
  if (bytes.byteLength > AT_ONCE_BYTES) return parseInSteps(bytes);
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw malformedJson("it is not valid UTF-8");
  }
  requireShallow(text);
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw malformedJson(error instanceof SyntaxError ? withoutInput(error.message) : "it cannot be parsed");
  }
}

function refuseEncodings(request: Request): void {
  const encoding = request.headers.get("content-encoding") ?? "identity";
  const charset = /charset="?([^";\s]+)/i.exec(request.headers.get("content-type") ?? "")?.[1] ?? "utf-8";
  const refused = encoding !== "identity" ? `Content-Encoding ${encoding}` : `charset ${charset}`;
  if (encoding !== "identity" || !/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new QuarryError(
      "unsupported_media_type",
      `The body must be plain UTF-8, not ${refused.slice(0, 100)}.`,
    );
}

function isEmpty(request: Request): boolean {
  const announced = request.headers.get("content-length");
  // A body that is only looked at becomes a stream, which is slower to read.
  return announced === null ? request.body === null : announced === "0";
}

/** The media type of a body in lower case, without parameters. */
export function mediaType(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/**
 * Reads a body of any type.
 * @throws QuarryError `payload_too_large`, or `invalid_request` when the connection closes too early.
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const leave = holds.get(request)?.();
  if (!leave) return receiveBytes(request, maxBytes);
  try {
    return await receiveBytes(request, maxBytes);
  } finally {
    leave();
  }
}

/** Takes room for the body of a request; the result frees it. */
type Hold = () => () => void;

const holds = new WeakMap<Request, Hold>();

/** Has {@link readBytes} take room for a body while it arrives. */
export function holdWhileRead(request: Request, hold: Hold): void {
  holds.set(request, hold);
}

async function receiveBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = request.headers.get("content-length");
  if (Number(announced ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  // The HTTP parser ends such a body at its announced length, so it can be read at once: a stream takes 20 µs more.
  if (announced !== null && !request.headers.has("transfer-encoding"))
    return whileReceiving(request, request.bytes() as Promise<Uint8Array<ArrayBuffer>>).catch(brokeOff);
  if (!request.body) return new Uint8Array(0);
  const bytes = collectBytes(request.body, maxBytes, () => bodyTooLarge(maxBytes));
  return whileReceiving(request, bytes).catch(brokeOff);
}

/** The pieces of a body as they arrive. @throws QuarryError `invalid_request` when the connection closes too early. */
export async function* bodyPieces(request: Request): AsyncGenerator<Uint8Array> {
  const body = request.body?.getReader();
  try {
    for (;;) {
      const piece = body && (await whileReceiving(request, body.read()).catch(brokeOff));
      if (!piece || piece.done) return;
      yield piece.value;
    }
  } finally {
    await body?.cancel().catch(() => undefined);
  }
}

/** Rethrows a QuarryError, and reports any other error as the caller's broken connection. */
export function brokeOff(error: unknown): never {
  if (QuarryError.isInstance(error)) throw error;
  throw new QuarryError("invalid_request", "The connection closed before the whole body arrived.", {
    cause: error,
  });
}

/** The error for a body that is too large. */
export function bodyTooLarge(maxBytes: number): QuarryError {
  return new QuarryError("payload_too_large", `The body is larger than the limit of ${maxBytes} bytes.`);
}

/** Checks the nesting depth of JSON before it is parsed. @throws QuarryError `invalid_request`. */
export function requireShallow(json: string): void {
  if (isTooDeep(json)) throw malformedJson(`it nests deeper than ${MAX_DEPTH} levels`);
}

function isTooDeep(json: string): boolean {
  // Jumps from quote to quote to skip brackets inside strings.
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(json, at);
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}

/** The parser's message without the part of the input that it may quote. */
function withoutInput(message: string): string {
  return (
    message
      .replace(/^JSON Parse error: /, "")
      .replace(/(["'(]| character ).*/s, "")
      .trim()
      .replace(/[.:]$/, "") || "syntax error"
  );
}
