import { QuarryError } from "@quarry/core";
import { isStorableText, type Permission } from "@quarry/schema";
import { Elysia } from "elysia";
import { type Caller, requireAnyPermission, requireWholeOrganization } from "../access/caller.ts";
import type { Idempotency } from "./idempotency.ts";
import type { Context } from "./identify.ts";
import { readJsonBody } from "./request-body.ts";

/**
 * A second body parser that never runs, because our own reader comes first and always returns. The OpenAPI plugin reads
 * the body's media type from it. The cast is needed because Elysia's macro types do not allow a parser's name.
 */
const describedAsJson = "application/json" as unknown as () => undefined;

/** Tells Elysia not to read the body. */
const unread = "none" as unknown as () => undefined;

/**
 * Creates the macro `permission`, which every route except the public ones carries. It authenticates the caller, counts
 * the call against the rate limits and checks the permission, all before the body is read or validated. It adds `caller`
 * to the route's context.
 */
export function authorization(deps: {
  /** Authenticates the sender of a request. Throws `unauthorized`. */
  authenticate(request: Request): Promise<Caller>;
  /** Authenticates the sender and counts the call. */
  identify(context: Context): Promise<Caller>;
  readonly idempotency: Pick<Idempotency, "begin">;
  readonly maxBodyBytes: number;
}) {
  const { authenticate, identify, idempotency, maxBodyBytes } = deps;
  const callers = new WeakMap<Request, { readonly caller: Caller; readonly keyMs: number }>();

  async function authorize(context: Context, anyOf: readonly Permission[]): Promise<void> {
    if (callers.has(context.request)) return;
    const start = performance.now();
    const caller = await identify(context);
    requireAnyPermission(caller, anyOf);
    callers.set(context.request, { caller, keyMs: performance.now() - start });
  }

  // The hooks below name the fields that they use. For a hook that passes its whole context on, the router would parse
  // headers, cookies and the query string of every request.

  const readingJson = (anyOf: readonly Permission[]) => ({
    parse: [
      async ({ request, set }: Context) => {
        await authorize({ request, set }, anyOf);
        return readJsonBody(request, maxBodyBytes);
      },
      describedAsJson,
    ],
  });

  const guard = (anyOf: readonly Permission[]) => ({
    transform: async ({ request, set, params }: Context) => {
      await authorize({ request, set }, anyOf);
      // PostgreSQL refuses such text as a parameter, so no id can contain it. Null stands for broken percent-encoding.
      if (params && !Object.values(params).every((id: string | null) => id !== null && isStorableText(id)))
        throw new QuarryError("not_found", "Nothing has the id in this path.");
    },
    resolve: ({ request }: Context) => {
      const known = callers.get(request);
      if (!known) throw new Error("a route ran before its caller was authenticated");
      /** For long-running responses: throws `unauthorized` once the credentials are no longer valid. */
      const authenticateAgain = () => authenticate(request);
      /** `keyMs`: how long authentication and rate limits took. */
      return { ...known, authenticateAgain };
    },
    beforeHandle: async ({ request, body }: Context & { readonly body?: unknown }) => {
      const caller = callers.get(request)?.caller;
      return caller && idempotency.begin({ request, body }, caller);
    },
  });

  return new Elysia({ name: "authorization" }).macro({
    permission: (permission: Permission) => ({ ...readingJson([permission]), ...guard([permission]) }),
    /** Like `permission`, but any one of several is enough. The answer may depend on which one the caller has. */
    anyPermission: (permissions: readonly Permission[]) => ({
      ...readingJson(permissions),
      ...guard(permissions),
    }),
    /** In addition to a permission: refuses keys that are limited to some spaces. */
    wholeOrganization: (_isSo: true) => ({
      beforeHandle: ({ request }: Context) => {
        const caller = callers.get(request)?.caller;
        if (caller) requireWholeOrganization(caller);
      },
    }),
    /** Like `permission`, for routes that read the body themselves. */
    uploadPermission: (permission: Permission) => ({ parse: [unread], ...guard([permission]) }),
  });
}

/** The plugin that {@link authorization} creates. */
export type Authorization = ReturnType<typeof authorization>;
