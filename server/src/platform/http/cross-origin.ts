import { Elysia } from "elysia";

const ALLOWED = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers":
    "Authorization, Content-Type, Idempotency-Key, Svc-Api-Key, Range, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, X-Request-Id",
  "access-control-max-age": "86400",
};

const EXPOSED =
  "X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Idempotent-Replayed, WWW-Authenticate, Content-Disposition, Content-Range, ETag, Server-Timing";

/**
 * Allows pages of any origin to call with a key or token of their own. With the origin `*`, browsers never send cookies,
 * so these pages cannot use the session of a signed-in person.
 */
export function crossOrigin() {
  return new Elysia({ name: "cross-origin" }).onRequest(({ request, set }) => {
    set.headers["access-control-allow-origin"] = "*";
    set.headers["access-control-expose-headers"] = EXPOSED;
    if (request.method === "OPTIONS" && request.headers.has("access-control-request-method")) {
      for (const [name, value] of Object.entries(ALLOWED)) set.headers[name] = value;
      set.status = 204;
      return new Response(null, { status: 204, headers: { ...ALLOWED, "access-control-allow-origin": "*" } });
    }
    return undefined;
  });
}
