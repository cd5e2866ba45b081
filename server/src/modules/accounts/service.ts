import { type Clock, QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import type { Caller } from "../../platform/access/caller.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { AccountsConfig } from "../../platform/settings/accounts.ts";
import type { AuditLog } from "../../records/audit/audit-log.ts";
import { type Addresses, addressesOf } from "./addresses.ts";
import { type Assistants, createAssistants } from "./assistants/assistants.ts";
import type { Auth } from "./auth/auth.ts";
import { createClientAddress, type WithClientAddress } from "./auth/client-address.ts";
import { isSameOrigin } from "./pages/same-origin.ts";
import { createMemberships } from "./people/memberships.ts";
import { createOwnership, type Ownership } from "./people/owner.ts";
import {
  createCallerCache,
  ORGANIZATION_HEADER,
  type SignedIn,
  toSessionCaller,
} from "./people/session-callers.ts";
import { readSecret } from "./secret.ts";

/** Accounts of people: sessions, organizations and assistants. */
export interface AccountService extends Ownership, Assistants {
  /** Sets the address that the service listens on. Call it before the first request. */
  listenAt(url: string): void;
  addresses(): Addresses;
  readonly withClientAddress: WithClientAddress;
  /** Handles a request under `/api/auth`. */
  handle(request: Request): Promise<Response>;
  /** The metadata of the authorization server (RFC 8414). */
  serverMetadata(): Promise<unknown>;
  /**
   * The person who is signed in in the browser that sends the request, independent of their organization.
   * @throws QuarryError `forbidden` when a page of another origin sent the request.
   */
  signedIn(request: Request): Promise<SignedIn | undefined>;
  /**
   * The caller behind the session of a request; undefined without a valid session.
   * @throws QuarryError `forbidden` when a page of another origin sent the request, or the person has no active
   * organization.
   */
  sessionCaller(request: Request): Promise<Caller | undefined>;
  /** Makes a member the owner. @throws QuarryError `forbidden` or `not_found`. */
  transferOwnership(caller: Caller, to: string): Promise<void>;
  close(): Promise<void>;
}

const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?quarry\.session_token=([^;]+)/;
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Creates the account service. */
export async function createAccountService(deps: {
  db: Database;
  newId: NewId;
  clock: Clock;
  log: Log;
  mailer: Mailer;
  audit: AuditLog;
  config: AccountsConfig;
  /** True when several processes may serve the same people. */
  isShared: boolean;
}): Promise<AccountService> {
  const { db, clock, audit, config, mailer } = deps;
  const secret = config.secret ?? (await readSecret(db));
  const memberships = createMemberships(deps);
  let place: { readonly addresses: Addresses; auth: Promise<Auth> | undefined } | undefined;

  function at() {
    if (!place) throw new QuarryError("unavailable", "The service is starting. Try again soon.");
    return place;
  }

  /** Loads better-auth with the first request that needs it: a quarter of the service's start otherwise. */
  async function authentication(): Promise<Auth> {
    const current = at();
    current.auth ??= startAuthentication(current.addresses);
    const attempt = current.auth;
    try {
      return await attempt;
    } catch (error) {
      // Its start writes the OAuth resources. If the database is unavailable, the next call starts it again.
      if (current.auth === attempt) current.auth = undefined;
      throw error;
    }
  }

  async function startAuthentication(addresses: Addresses): Promise<Auth> {
    const { createAuth } = await import("./auth/auth.ts");
    const auth = createAuth({ ...deps, memberships, secret }, addresses);
    await auth.$context;
    return auth;
  }

  async function signedIn(headers: Headers): Promise<SignedIn | undefined> {
    if (!SESSION_COOKIE.test(headers.get("cookie") ?? "")) return undefined;
    const auth = await authentication();
    const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
    return found ?? undefined;
  }

  const sessions = createCallerCache(clock, async (key) => {
    const [cookie = "", organization = ""] = key.split("\n");
    const found = await signedIn(new Headers({ cookie: `${cookie}` }));
    return found && toSessionCaller(db, found, organization === "" ? null : organization);
  });

  /** Prevents cross-site request forgery. */
  function refuseForeignPage(request: Request): void {
    if (SAFE_METHODS.includes(request.method) || isSameOrigin(request, at().addresses.origins)) return;
    throw new QuarryError(
      "forbidden",
      "A page of another origin sent this request. If it is your own page, set QUARRY_PUBLIC_URL to its address.",
    );
  }

  async function handle(request: Request): Promise<Response> {
    const auth = await authentication();
    const response = await auth.handler(request);
    const retryAfter = response.headers.get("x-retry-after");
    if (retryAfter !== null) response.headers.set("retry-after", retryAfter);
    // better-auth omits the content type of this JSON response.
    if (response.status === 429) response.headers.set("content-type", "application/json");
    // A sign-out or a role change must take effect immediately.
    if (!SAFE_METHODS.includes(request.method)) sessions.clear();
    return response;
  }

  const assistants = createAssistants({ db, clock, audit, handle, origins: () => at().addresses.origins });

  return {
    ...createOwnership({ ...deps, memberships, secret }),
    ...assistants,
    listenAt(url) {
      place = { addresses: addressesOf(url, config.publicUrl), auth: undefined };
      sessions.clear();
    },
    addresses: () => at().addresses,
    withClientAddress: createClientAddress(config.clientAddressHeader),
    handle,
    async serverMetadata() {
      const { addresses } = at();
      const auth = await authentication();
      const path = "/api/auth/.well-known/oauth-authorization-server";
      return (await auth.handler(new Request(addresses.publicUrl + path))).json();
    },
    async signedIn(request) {
      refuseForeignPage(request);
      return signedIn(request.headers);
    },
    async sessionCaller(request) {
      const [cookie] = SESSION_COOKIE.exec(request.headers.get("cookie") ?? "") ?? [];
      if (cookie === undefined) return undefined;
      refuseForeignPage(request);
      return sessions.get(
        `${cookie.replace(/^;\s*/, "")}\n${request.headers.get(ORGANIZATION_HEADER) ?? ""}`,
      );
    },
    async transferOwnership(caller, to) {
      await memberships.transferOwnership(caller, to);
      sessions.clear();
    },
    async close() {
      await place?.auth?.catch(() => undefined);
      mailer.close();
    },
  };
}
