import { QuarryError } from "@quarry/core";
import { isStorableText, type Permission } from "@quarry/schema";
import { Elysia } from "elysia";
import { type Caller, requireAnyPermission } from "../caller.ts";
import type { RateLimits } from "./rate-limits.ts";
import { readJsonBody } from "./request-body.ts";

/**
 * Stands after our own reader, which always answers, so it never runs: the OpenAPI plugin takes a body's media type
 * from it. Elysia's type of macros does not know that a parser may also be a name.
 */
const describedAsJson = "application/json" as unknown as () => undefined;

/** Keeps Elysia from reading the body. */
const unread = "none" as unknown as () => undefined;

/** What the macro needs of a request's context. */
export interface Context {
  readonly request: Request;
  readonly params?: Readonly<Record<string, string>>;
  readonly set: { readonly headers: Record<string, string | number | undefined> };
}

/**
 * The macro `permission`, which every route but the public ones carries: it tells who calls, counts the call, and
 * refuses it without the permission, all before the body is read or anything is validated. `caller` is then in the
 * route's context.
 */
export function authorization(deps: {
  /** Tells who a key belongs to; throws `unauthorized`. */
  authenticate(key: string | undefined): Promise<Caller>;
  readonly rateLimits: RateLimits;
  readonly maxBodyBytes: number;
}) {
  const { authenticate, rateLimits, maxBodyBytes } = deps;
  const callers = new WeakMap<Request, Caller>();

  /** Tells who calls and counts the call. */
  async function identify({ request, set }: Context): Promise<Caller> {
    const caller = await authenticate(keyOf(request));
    const { limit, remaining, resetSeconds, refusal } = await rateLimits.consume(caller);
    set.headers["x-ratelimit-limit"] = String(limit);
    set.headers["x-ratelimit-remaining"] = String(remaining);
    set.headers["x-ratelimit-reset"] = String(resetSeconds);
    if (refusal) throw refusal;
    return caller;
  }

  async function authorize(context: Context, anyOf: readonly Permission[]): Promise<void> {
    if (callers.has(context.request)) return;
    const caller = await identify(context);
    requireAnyPermission(caller, anyOf);
    callers.set(context.request, caller);
  }

  const readingJson = (anyOf: readonly Permission[]) => ({
    parse: [
      async (context: Context) => {
        await authorize(context, anyOf);
        return readJsonBody(context.request, maxBodyBytes);
      },
      describedAsJson,
    ],
  });

  const guard = (anyOf: readonly Permission[]) => ({
    transform: async (context: Context) => {
      await authorize(context, anyOf);
      // No id holds what the database cannot even be asked for.
      if (!Object.values(context.params ?? {}).every(isStorableText))
        throw new QuarryError("not_found", "There is nothing with the id in this path.");
    },
    resolve: ({ request }: Context) => {
      const caller = callers.get(request);
      if (!caller) throw new Error("a route ran before its caller was known");
      /** For answers that go on for long: throws `unauthorized` as soon as the caller is no longer known. */
      const authenticateAgain = () => authenticate(keyOf(request));
      return { caller, authenticateAgain };
    },
  });

  const plugin = new Elysia({ name: "authorization" }).macro({
    permission: (permission: Permission) => ({ ...readingJson([permission]), ...guard([permission]) }),
    /** The same where one of several is enough; what a caller then gets depends on which it has. */
    anyPermission: (permissions: readonly Permission[]) => ({
      ...readingJson(permissions),
      ...guard(permissions),
    }),
    /** The same for routes that read the body by themselves. */
    uploadPermission: (permission: Permission) => ({ parse: [unread], ...guard([permission]) }),
  });
  return { plugin, identify };
}

/** The plugin that {@link authorization} makes. */
export type Authorization = ReturnType<typeof authorization>["plugin"];

function keyOf(request: Request): string | undefined {
  const direct = request.headers.get("svc-api-key");
  if (direct) return direct.trim();
  const [scheme, token] = (request.headers.get("authorization") ?? "").trim().split(/\s+/);
  return scheme?.toLowerCase() === "bearer" ? token : undefined;
}
