import { QuarryError } from "@quarry/core";
import type { Permission } from "@quarry/schema";
import type { Cost } from "./costs.ts";
import { MAX_FIELDS_BYTES } from "./multipart.ts";
import { bodyTooLarge } from "./request-body.ts";

/** The largest JSON body of routes that take neither files nor lists of them: all fields at their limits, escaped. */
const MAX_JSON_BYTES = 4_000_000;
/** A form of a page, and the registration of an assistant, which needs no credentials and is stored. */
const MAX_FORM_BYTES = 20_000;
const MAX_ACCOUNT_BYTES = 200_000;

/** Bun's maximum, longer than any deadline of a call. A synchronous upsert of a large document may take minutes. */
export const IDLE_TIMEOUT_SECONDS = 255;

/** The settings that limit bodies, in bytes. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly maxArchiveBytes: number;
}

/**
 * The kinds of bodies: how large they may be, and whether the door reads them as JSON. A route reads the others itself, up to
 * the same limit. With `none`, no part of a body is read.
 */
export function bodyRules({ maxBodyBytes, maxArchiveBytes }: BodyLimits) {
  return {
    none: { maxBytes: 0, isJson: false },
    json: { maxBytes: MAX_JSON_BYTES, isJson: true },
    question: { maxBytes: MAX_JSON_BYTES, isJson: false },
    largeJson: { maxBytes: maxBodyBytes, isJson: true },
    // JSON or a form.
    upload: { maxBytes: maxBodyBytes, isJson: false },
    archive: { maxBytes: maxArchiveBytes, isJson: false },
    form: { maxBytes: MAX_FORM_BYTES, isJson: false },
    account: { maxBytes: MAX_ACCOUNT_BYTES, isJson: false },
  } as const satisfies Record<string, { readonly maxBytes: number; readonly isJson: boolean }>;
}

/** A kind of body. */
export type BodyKind = keyof ReturnType<typeof bodyRules>;

/** The largest body of any route. */
export function largestBody(limits: BodyLimits): number {
  return Math.max(...Object.values(bodyRules(limits)).map(({ maxBytes }) => maxBytes));
}

/** True for a route that takes documents, whose number and memory are limited. */
export function takesUploads({ body }: Door): boolean {
  return body === "upload" || body === "largeJson" || body === "archive";
}

/** A stream holds its fields, the field that arrives, and a file that is small enough to be stored with its document. */
const MAX_STREAM_BYTES = 2 * MAX_FIELDS_BYTES + 100_000;

/**
 * What the body of an upload holds in memory: forms and archives are read as streams. A body from the network has a length or
 * is chunked; one without either comes from this process and is there already.
 */
export function heldBytes(request: Request, maxBytes: number): number {
  const bytes = announcedBytes(request, maxBytes);
  return /json/i.test(request.headers.get("content-type") ?? "") ? bytes : Math.min(bytes, MAX_STREAM_BYTES);
}

/** The length of a body; the most that it can have when it is not known. */
export function announcedBytes({ headers }: Request, maxBytes: number): number {
  return Number(headers.get("content-length") ?? (headers.has("transfer-encoding") ? maxBytes : 0));
}

/** What a route lets in. Each route has one: see {@link doorsOf}. */
export interface Door {
  /** Any one of several is enough. Null: everyone, or the route asks for a person's session itself. */
  readonly permission: Permission | readonly Permission[] | null;
  readonly body: BodyKind;
  readonly cost: Cost;
}

/** The property of a route's hooks that holds its door. */
const DOOR = "doorOfRoute";

/** The part of a macro's hooks that records the door of a route. */
export function recorded(door: Door): Record<typeof DOOR, Door> {
  return { [DOOR]: door };
}

/** A route of an application. */
interface Route {
  readonly method: string;
  readonly path: string;
  readonly hooks: object;
}

/** The door of each route, by `METHOD path`. */
export type Doors = Readonly<Record<string, Door>>;

/**
 * Returns the door of each route.
 * @param given The doors of routes that a plug-in of the router adds.
 * @throws Error that names the routes without one.
 */
export function doorsOf(routes: readonly Route[], given: Doors): Doors {
  const doors = routes.map(({ method, path, hooks }) => {
    const name = `${method} ${path}`;
    const own = DOOR in hooks ? (hooks[DOOR] as Door) : undefined;
    return [name, own ?? given[name]] as const;
  });
  const without = doors.filter(([, door]) => !door).map(([name]) => name);
  if (without.length > 0) throw new Error(`Routes without a door: ${without.join(", ")}`);
  return Object.fromEntries(doors) as Doors;
}

/** Refuses a body that announces more bytes than a route takes, before any of it is read. */
export function requireAnnouncedSize(request: Request, maxBytes: number): void {
  const announced = request.headers.get("content-length");
  if (announced !== null && Number(announced) > maxBytes) throw bodyTooLarge(maxBytes);
}

/** Refuses NUL in an address or a form, percent-encoded or not, which PostgreSQL cannot store or compare, so that no route has to. */
export function requireNoNul(encoded: string): void {
  if (encoded.includes("%00") || encoded.includes("\0"))
    throw new QuarryError("invalid_request", "The address or the form contains a NUL character. Remove it.");
}
