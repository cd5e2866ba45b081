import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Caller } from "../access/caller.ts";
import type { Claim, IdempotencyService } from "../idempotency/idempotency-service.ts";
import { isDatabaseAway } from "../log/database-errors.ts";
import { IDEMPOTENCY_KEY, takesIdempotencyKey } from "./idempotency-key.ts";

/** Names the call among all that its caller makes. */
const KEY = "idempotency-key";

/** Does what is called several times with one `Idempotency-Key` once. */
export interface Idempotency {
  /** Stands right before a route's handler. What it answers is the answer: the one from when it was done. */
  begin(
    context: { readonly request: Request; readonly body?: unknown },
    caller: Caller,
  ): Promise<Response | undefined>;
  /** Sees every answer before it is sent. Calls without a key pass it by. */
  plugin(): Elysia;
}

/** Creates it. */
export function createIdempotency(service: IdempotencyService): Idempotency {
  const claims = new WeakMap<Request, Claim>();
  const uncertain = new WeakSet<Request>();

  async function settle(request: Request, answer: () => unknown): Promise<unknown> {
    let response: unknown;
    try {
      response = await answer();
    } finally {
      // The mapper of errors answers whatever happens; if it ever did not, nobody would know what was done.
      if (!(response instanceof Response)) await claims.get(request)?.uncertain();
    }
    const claim = claims.get(request);
    if (!claim || !(response instanceof Response)) return response;
    // A status of 500 may stand for an answer that could not be made of what was done.
    if (response.status === 500 || uncertain.has(request)) await claim.uncertain();
    // Whoever is refused, or has not sent everything, may come again.
    else if (!response.ok) await claim.refused();
    else {
      const body = await response.text();
      const { status, headers } = response;
      await claim.done({ status, contentType: headers.get("content-type") ?? "", body });
      return new Response(body, { status, headers });
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
          "The header Idempotency-Key must have 1 to 200 printable ASCII characters.",
        );
      // A file is not read for it: of uploads only the address is compared.
      const asked = `${request.method} ${pathname}${search}\n${JSON.stringify(body)}`;
      const begun = await service.begin(caller, key, asked);
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
          // The database may have taken the change, and gone before it said so.
          if (isDatabaseAway(error)) uncertain.add(request);
        })
        .wrap((handle, request) =>
          request.headers.has(KEY)
            ? (...given: unknown[]) => settle(request, () => handle(...given))
            : handle,
        ) as unknown as Elysia,
  };
}
