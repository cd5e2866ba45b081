import { type Context, Elysia, ElysiaCustomStatusResponse } from "elysia";

/**
 * A body that Bun sends in one piece with the status line and the headers. It sends any other body of an answer that was not
 * ready in the turn of its request as some fifty pieces, with a system call each and a wake-up of the reader
 * (https://github.com/oven-sh/bun/pull/41341, open in 1.4.5). The answer is chunked and has no Content-Length.
 * @param bytes Kept until they are sent: do not change them.
 */
export function inOnePiece(bytes: string | Uint8Array<ArrayBuffer>): ReadableStream {
  return new ReadableStream({
    type: "direct",
    pull(controller) {
      controller.write(bytes);
      controller.end();
    },
  });
}

/** The same answer, sent in one piece. It is read to its end first. */
export async function toOnePiece(answer: Response): Promise<Response> {
  if (answer.body === null) return answer;
  const { status, headers } = answer;
  return new Response(inOnePiece(await answer.text()), { status, headers });
}

/** An answer in one piece, with the status and the headers that the routes and plugins have set. */
export function jsonAnswer(
  set: Context["set"],
  json: string | Uint8Array<ArrayBuffer>,
  own: Readonly<Record<string, string>> = {},
): Response {
  const headers = { "content-type": "application/json", ...set.headers, ...own } as Record<string, string>;
  const status = Number(set.status ?? 200);
  // Else the router would copy the response.
  set.headers = {};
  set.status = 200;
  return new Response(inOnePiece(json), { status, headers });
}

/**
 * Sends the values that routes return as JSON in one piece, except of routes that derive `hasOwnJson`, before whose own hook
 * this one runs. Register it first: it covers only routes that are registered after it.
 */
export function jsonAnswers() {
  return new Elysia({ name: "json-answers" }).mapResponse({ as: "global" }, (context) =>
    "hasOwnJson" in context ? undefined : plainAnswer(context),
  );
}

/** An answer in one piece for a value that a route returned; undefined for responses, texts and files. */
export function plainAnswer({
  responseValue,
  set,
}: Pick<Context, "set"> & { readonly responseValue: unknown }) {
  let value = responseValue;
  if (value instanceof ElysiaCustomStatusResponse) {
    set.status = value.code;
    value = value.response;
  }
  return isPlain(value) ? jsonAnswer(set, JSON.stringify(value)) : undefined;
}

function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
