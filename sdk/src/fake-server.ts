/** Test support, not part of the package: a client whose server is a function. */
import { Quarry } from "./client.ts";
import type { QuarryOptions } from "./http/options.ts";

/** A request that the fake server received. */
export interface SeenRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Responds to the request with this 0-based index. Throwing breaks the connection; never resolving hangs. */
export type Answerer = (request: SeenRequest, index: number) => Response | Promise<Response>;

/** Creates a client whose `fetch` is a function, and records the requests it sends. */
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

/** Creates a JSON response. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** Creates an error response that may be retried immediately. */
export function refusal(status: number, headers: Record<string, string> = { "retry-after": "0" }): Response {
  return json(
    { error: "No", code: "no", message: "No.", statusCode: status, requestId: "req_1" },
    status,
    headers,
  );
}
