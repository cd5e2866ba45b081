import type { NewId } from "@quarry/core/internal";
import { Elysia } from "elysia";

const ids = new WeakMap<Request, string>();

/** The id under which a request is logged; empty before the request has one. */
export function requestIdOf(request: Request): string {
  return ids.get(request) ?? "";
}

/** Assigns every request an id and returns it in `X-Request-Id`. */
export function requestId(newId: NewId) {
  return new Elysia({ name: "request-id" }).onRequest(({ request, set }) => {
    const id = newId("request");
    ids.set(request, id);
    set.headers["x-request-id"] = id;
    set.headers["x-content-type-options"] = "nosniff";
  });
}
