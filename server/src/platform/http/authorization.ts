import { QuarryError } from "@quarry/core";
import { isStorableText, type Permission } from "@quarry/schema";
import { Elysia } from "elysia";
import { type Caller, requireAnyPermission, requireWholeOrganization } from "../access/caller.ts";
import type { Idempotency } from "./idempotency.ts";
import type { Context } from "./identify.ts";
import { readJsonBody } from "./request-body.ts";

/**
 * Stands after our own reader, which always answers, so it never runs: the OpenAPI plugin takes a body's media type
 * from it. Elysia's type of macros does not know that a parser may also be a name.
 */
const describedAsJson = "application/json" as unknown as () => undefined;

/** Keeps Elysia from reading the body. */
const unread = "none" as unknown as () => undefined;

/**
 * The macro `permission`, which every route but the public ones carries: it tells who calls, counts the call, and
 * refuses it without the permission, all before the body is read or anything is validated. `caller` is then in the
 * route's context.
 */
export function authorization(deps: {
  /** Tells who sends a request; throws `unauthorized`. */
  authenticate(request: Request): Promise<Caller>;
  /** The same, and counts the call. */
  identify(context: Context): Promise<Caller>;
  readonly idempotency: Pick<Idempotency, "begin">;
  readonly maxBodyBytes: number;
}) {
  const { authenticate, identify, idempotency, maxBodyBytes } = deps;
  const callers = new WeakMap<Request, Caller>();

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
      const authenticateAgain = () => authenticate(request);
      return { caller, authenticateAgain };
    },
    beforeHandle: async (context: Context & { readonly body?: unknown }) => {
      const caller = callers.get(context.request);
      return caller && idempotency.begin(context, caller);
    },
  });

  return new Elysia({ name: "authorization" }).macro({
    permission: (permission: Permission) => ({ ...readingJson([permission]), ...guard([permission]) }),
    /** The same where one of several is enough; what a caller then gets depends on which it has. */
    anyPermission: (permissions: readonly Permission[]) => ({
      ...readingJson(permissions),
      ...guard(permissions),
    }),
    /** Besides a permission: keys that are for some spaces only are refused. */
    wholeOrganization: (_isSo: true) => ({
      beforeHandle: ({ request }: Context) => {
        const caller = callers.get(request);
        if (caller) requireWholeOrganization(caller);
      },
    }),
    /** The same for routes that read the body by themselves. */
    uploadPermission: (permission: Permission) => ({ parse: [unread], ...guard([permission]) }),
  });
}

/** The plugin that {@link authorization} makes. */
export type Authorization = ReturnType<typeof authorization>;
