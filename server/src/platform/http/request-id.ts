import { QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import { Elysia } from "elysia";

const ids = new WeakMap<Request, string>();

/** The id under which a request is logged; empty before the request has one. */
export function requestIdOf(request: Request): string {
  return ids.get(request) ?? "";
}

/** Assigns every request an id and returns it in `X-Request-Id`. Rejects requests without a valid address. */
export function requestId(newId: NewId) {
  return new Elysia({ name: "request-id" }).onRequest(({ request, set }) => {
    const id = newId("request");
    ids.set(request, id);
    set.headers["x-request-id"] = id;
    set.headers["x-content-type-options"] = "nosniff";
    // The address contains the Host header. Routes and libraries may parse it.
    if (!URL.canParse(request.url))
      throw new QuarryError("invalid_request", "The Host header is not a valid host name.");
  });
}
