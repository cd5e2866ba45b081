import { QuarryError } from "@quarry/core";
import { isStorableText, type Permission } from "@quarry/schema";
import { Elysia } from "elysia";
import { type Caller, requireAnyPermission, requireWholeOrganization } from "../access/caller.ts";
import type { Admission } from "../limits/admission.ts";
import type { UploadAdmission } from "../limits/upload-admission.ts";
import { beginCall, enterCall } from "./call-deadline.ts";
import type { Cost } from "./costs.ts";
import {
  announcedBytes,
  type BodyKind,
  type BodyLimits,
  bodyRules,
  type Door,
  heldBytes,
  recorded,
  requireAnnouncedSize,
  requireNoNul,
  takesUploads,
} from "./door.ts";
import type { Idempotency } from "./idempotency.ts";
import type { Context } from "./identify.ts";
import { holdWhileRead, readJsonBody } from "./request-body.ts";

/**
 * A second body parser that never runs, because our own reader comes first and always returns. The OpenAPI plugin reads
 * the body's media type from it. The cast is needed because Elysia's macro types do not allow a parser's name.
 */
const describedAsJson = "application/json" as unknown as () => undefined;

/** Smaller bodies that are no uploads are not counted, so that questions do no more work. */
const COUNTED_BYTES = 64 * 1024;
/** Callers of public routes share the room of one organization. */
const PUBLIC = "public";

/** Tells Elysia not to read the body. */
const unread = "none" as unknown as () => undefined;

/** The door of a route that needs a permission. */
export interface GuardedDoor extends Door {
  readonly permission: Permission | readonly Permission[];
}

/** The door of a route without a permission. */
export interface PublicDoor {
  readonly body: BodyKind;
  readonly cost: Cost;
}

/**
 * Creates the macros `door` and `publicDoor`. Each route carries one of them; the application does not start otherwise.
 * `door` authenticates the caller, counts the call against the rate limits, checks the permission and the announced size
 * of the body, and refuses questions and uploads beyond the organization's share, all before the body is read or validated. It adds
 * `caller` to the route's context. Both add `maxBytes`, the largest body, for routes that read it themselves.
 */
export function authorization(deps: {
  /** Authenticates the sender of a request. Throws `unauthorized`. */
  authenticate(request: Request): Promise<Caller>;
  /** Authenticates the sender and counts the call. */
  identify(context: Context): Promise<Caller>;
  readonly idempotency: Pick<Idempotency, "begin">;
  readonly limits: BodyLimits;
  readonly admission: Pick<Admission, "requireRoom">;
  readonly uploads: Pick<UploadAdmission, "enter" | "hold">;
}) {
  const { authenticate, identify, idempotency, admission, uploads } = deps;
  const rules = bodyRules(deps.limits);
  const callers = new WeakMap<Request, { readonly caller: Caller; readonly keyMs: number }>();
  const uploading = new WeakMap<Request, () => void>();

  async function authorize(context: Context, door: GuardedDoor): Promise<void> {
    if (callers.has(context.request)) return;
    const { permission, cost, body } = door;
    enterCall(context, cost);
    const start = performance.now();
    const caller = await identify(context);
    const anyOf = typeof permission === "string" ? [permission] : permission;
    requireAnyPermission(caller, anyOf);
    if (cost === "question") admission.requireRoom(caller.orgId);
    const { maxBytes } = rules[body];
    if (takesUploads(door))
      uploading.set(context.request, uploads.enter(caller.orgId, heldBytes(context.request, maxBytes)));
    else countBody(context.request, caller.orgId, maxBytes);
    callers.set(context.request, { caller, keyMs: performance.now() - start });
  }

  /** Counts a body that is no upload while it arrives: its route reads it whole, and what it says is soon done with. */
  function countBody(request: Request, orgId: string, maxBytes: number): void {
    const bytes = Math.min(announcedBytes(request, maxBytes), maxBytes);
    if (bytes > COUNTED_BYTES) holdWhileRead(request, () => uploads.hold(orgId, bytes));
  }

  // The hooks below name the fields that they use. For a hook that passes its whole context on, the router would parse
  // headers, cookies and the query string of every request.

  const reading = (door: GuardedDoor) => ({
    parse: rules[door.body].isJson
      ? [
          async ({ request, set }: Context) => {
            await authorize({ request, set }, door);
            return readJsonBody(request, rules[door.body].maxBytes);
          },
          describedAsJson,
        ]
      : [unread],
  });

  const guard = (door: GuardedDoor) => ({
    transform: async ({ request, set, params }: Context) => {
      await authorize({ request, set }, door);
      if (door.body !== "none") requireAnnouncedSize(request, rules[door.body].maxBytes);
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
      return { ...known, authenticateAgain, maxBytes: rules[door.body].maxBytes };
    },
    beforeHandle: async ({ request, body }: Context & { readonly body?: unknown }) => {
      const caller = callers.get(request)?.caller;
      const answer = caller && (await idempotency.begin({ request, body }, caller));
      beginCall(request);
      return answer;
    },
    // Runs after each answer, also of errors and of callers who have left.
    ...(takesUploads(door) && {
      afterResponse: ({ request }: { readonly request: Request }) => uploading.get(request)?.(),
    }),
  });

  return new Elysia({ name: "authorization" }).macro({
    door: (door: GuardedDoor) => ({ ...reading(door), ...guard(door), ...recorded(door) }),
    publicDoor: (door: PublicDoor) => ({
      parse: [unread],
      transform: ({ request, set }: Context) => {
        enterCall({ request, set }, door.cost);
        if (door.body !== "none") requireAnnouncedSize(request, rules[door.body].maxBytes);
        requireNoNul(request.url);
        // Others count it once they know who calls.
        if (!takesUploads({ ...door, permission: null }))
          countBody(request, PUBLIC, rules[door.body].maxBytes);
      },
      resolve: ({ request }: Context) => {
        beginCall(request);
        return { maxBytes: rules[door.body].maxBytes as number };
      },
      ...recorded({ permission: null, ...door }),
    }),
    /** In addition to a door: refuses keys that are limited to some spaces. */
    wholeOrganization: (_isSo: true) => ({
      beforeHandle: ({ request }: Context) => {
        const caller = callers.get(request)?.caller;
        if (caller) requireWholeOrganization(caller);
      },
    }),
  });
}

/** The plugin that {@link authorization} creates. */
export type Authorization = ReturnType<typeof authorization>;
