import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Caller } from "../access/caller.ts";
import type { Claim, IdempotencyService } from "../idempotency/idempotency-service.ts";
import { isDatabaseAway } from "../log/database-errors.ts";
import { IDEMPOTENCY_KEY, takesIdempotencyKey } from "./idempotency-key.ts";
import { inOnePiece } from "./one-piece.ts";

const KEY = "idempotency-key";

/** Performs repeated calls with the same `Idempotency-Key` once. */
export interface Idempotency {
  /** Runs right before a route's handler. Returns the stored response if the call was performed before. */
  begin(
    context: { readonly request: Request; readonly body?: unknown },
    caller: Caller,
  ): Promise<Response | undefined>;
  /** Stores the responses to calls that have a key. */
  plugin(): Elysia;
}

/** Creates the HTTP side of idempotency. */
export function createIdempotency(service: IdempotencyService): Idempotency {
  const claims = new WeakMap<Request, Claim>();
  const uncertain = new WeakSet<Request>();

  async function settle(request: Request, answer: () => unknown): Promise<unknown> {
    let response: unknown;
    try {
      response = await answer();
    } finally {
      // The error mapper always returns a response. If it ever did not, the outcome would be unknown.
      if (!(response instanceof Response)) await claims.get(request)?.uncertain();
    }
    const claim = claims.get(request);
    if (!claim || !(response instanceof Response)) return response;
    // With a status of 500, the call may have had its effect and only the response failed.
    if (response.status === 500 || uncertain.has(request)) await claim.uncertain();
    // A refused or incomplete call had no effect and can be repeated.
    else if (!response.ok) await claim.refused();
    else {
      const body = await response.text();
      const { status, headers } = response;
      await claim.done({ status, contentType: headers.get("content-type") ?? "", body });
      return new Response(inOnePiece(body), { status, headers });
    }
    return response;
  }

  return {
    async begin({ request, body }, caller) {
      const key = request.headers.get(KEY);
      if (key === null) return undefined;
      const { pathname, search } = new URL(request.url);
      if (!takesIdempotencyKey(request.method, pathname)) return undefined;
      if (!IDEMPOTENCY_KEY.test(key))
        throw new QuarryError(
          "invalid_request",
          "The header Idempotency-Key must consist of 1 to 200 printable ASCII characters.",
        );
      // The files of uploads are not compared, only their method and address.
      const content = `${request.method} ${pathname}${search}\n${JSON.stringify(body)}`;
      const begun = await service.begin(caller, key, content);
      if ("answer" in begun) {
        const { status, contentType, body } = begun.answer;
        return new Response(body, {
          status,
          headers: { "content-type": contentType, "idempotent-replayed": "true" },
        });
      }
      claims.set(request, begun.claim);
      return undefined;
    },

    plugin: () =>
      new Elysia({ name: "idempotency" })
        .onError({ as: "global" }, ({ error, request }) => {
          // The database may have committed the change before the connection broke.
          if (isDatabaseAway(error)) uncertain.add(request);
        })
        .wrap((handle, request) =>
          request.headers.has(KEY)
            ? (...parameters: unknown[]) => settle(request, () => handle(...parameters))
            : handle,
        ) as unknown as Elysia,
  };
}
