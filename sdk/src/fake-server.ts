/** For the tests alone: a client whose server is a function. Not part of the package. */
import { Quarry } from "./client.ts";
import type { QuarryOptions } from "./options.ts";

/** One request as the fake server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Answers the n-th request, counted from 0; to throw is to break the connection, never to resolve is to hang. */
export type Answerer = (request: SeenRequest, index: number) => Response | Promise<Response>;

/** A client whose `fetch` is a function, and the list of what it sent. */
export function fakeServer(answer: Answerer, options: QuarryOptions = {}) {
  const seen: SeenRequest[] = [];
  const fetch = (address: string, init: RequestInit): Promise<Response> => {
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : undefined;
    const request = {
      method: init.method ?? "GET",
      url: new URL(address),
      headers: new Headers(init.headers),
      body,
    };
    seen.push(request);
    return new Promise((resolve, reject) => {
      init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      Promise.resolve()
        .then(() => answer(request, seen.length - 1))
        .then(resolve, reject);
    });
  };
  const quarry = new Quarry({ apiKey: "qry_test", baseUrl: "http://quarry.test", fetch, ...options });
  return { quarry, seen };
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** An answer that says no, to be retried at once. */
export function refusal(status: number, headers: Record<string, string> = { "retry-after": "0" }): Response {
  return json(
    { error: "No", code: "no", message: "No.", statusCode: status, requestId: "req_1" },
    status,
    headers,
  );
}
