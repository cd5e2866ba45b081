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
import { type Auth, createAuth } from "./auth/auth.ts";
import { createClientAddress, type WithClientAddress } from "./auth/client-address.ts";
import { createOwnership, type Ownership } from "./owner.ts";
import { isFromOwnPage } from "./pages/own-page.ts";
import { createTenancy } from "./people/memberships.ts";
import {
  createCallerCache,
  ORGANIZATION_HEADER,
  type SignedIn,
  toSessionCaller,
} from "./people/session-callers.ts";
import { readSecret } from "./secret.ts";

/** People: their sessions, their organizations, and the assistants they let in. */
export interface AccountService extends Ownership, Assistants {
  /** Says where the service listens; nobody can sign in before. */
  listenAt(url: string): void;
  addresses(): Addresses;
  readonly withClientAddress: WithClientAddress;
  /** Answers a request under `/api/auth`. */
  handle(request: Request): Promise<Response>;
  /** What the authorization server says of itself (RFC 8414). */
  serverMetadata(): Promise<unknown>;
  /**
   * Who is signed in in the browser that sends this, whatever organization they are in.
   * @throws QuarryError `forbidden` when a foreign page has it sent.
   */
  signedIn(request: Request): Promise<SignedIn | undefined>;
  /**
   * The person whose session a request carries, or undefined when it carries none that lives.
   * @throws QuarryError `forbidden` when a foreign page sends it, or the person is in no organization.
   */
  sessionCaller(request: Request): Promise<Caller | undefined>;
  /** Hands an organization over. @throws QuarryError `forbidden` or `not_found`. */
  transferOwnership(caller: Caller, to: string): Promise<void>;
  close(): Promise<void>;
}

const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?quarry\.session_token=([^;]+)/;
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Creates the service of accounts. */
export async function createAccountService(deps: {
  db: Database;
  newId: NewId;
  clock: Clock;
  log: Log;
  mailer: Mailer;
  audit: AuditLog;
  config: AccountsConfig;
  /** Whether other processes may serve the same people. */
  isShared: boolean;
}): Promise<AccountService> {
  const { db, clock, audit, config, mailer } = deps;
  const secret = config.secret ?? (await readSecret(db));
  const tenancy = createTenancy(deps);
  let place: { readonly addresses: Addresses; readonly auth: Auth; isBroken: boolean } | undefined;

  function open(addresses: Addresses) {
    const opened = { addresses, auth: createAuth({ ...deps, tenancy, secret }, addresses), isBroken: false };
    // It writes what tokens are good for; where the database is away, it is to try again at the next call.
    opened.auth.$context.catch(() => {
      opened.isBroken = true;
    });
    place = opened;
    return opened;
  }

  function at() {
    if (!place) throw new QuarryError("unavailable", "The service is starting. Try again soon.");
    return place.isBroken ? open(place.addresses) : place;
  }

  async function signedIn(headers: Headers): Promise<SignedIn | undefined> {
    if (!SESSION_COOKIE.test(headers.get("cookie") ?? "")) return undefined;
    const found = await at().auth.api.getSession({ headers, query: { disableRefresh: true } });
    return found ?? undefined;
  }

  const sessions = createCallerCache(clock, async (key) => {
    const [cookie = "", organization = ""] = key.split("\n");
    const found = await signedIn(new Headers({ cookie: `${cookie}` }));
    return found && toSessionCaller(db, found, organization === "" ? null : organization);
  });

  /** A page of another origin could have the browser send what its person never asked for. */
  function refuseForeignPage(request: Request): void {
    if (SAFE_METHODS.includes(request.method) || isFromOwnPage(request, at().addresses.origins)) return;
    throw new QuarryError(
      "forbidden",
      "This call came from a page of another origin. If it is yours, the operator sets QUARRY_PUBLIC_URL to its address.",
    );
  }

  async function handle(request: Request): Promise<Response> {
    const response = await at().auth.handler(request);
    const retryAfter = response.headers.get("x-retry-after");
    if (retryAfter !== null) response.headers.set("retry-after", retryAfter);
    // It does not say that its word on too many requests is JSON.
    if (response.status === 429) response.headers.set("content-type", "application/json");
    // Who signs out or changes a role is not to be remembered as they were.
    if (!SAFE_METHODS.includes(request.method)) sessions.clear();
    return response;
  }

  const assistants = createAssistants({ db, clock, audit, handle, origins: () => at().addresses.origins });

  return {
    ...createOwnership({ ...deps, tenancy, secret }),
    ...assistants,
    listenAt(url) {
      open(addressesOf(url, config.publicUrl));
      sessions.clear();
    },
    addresses: () => at().addresses,
    withClientAddress: createClientAddress(config.clientAddressHeader),
    handle,
    async serverMetadata() {
      const { auth, addresses } = at();
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
      await tenancy.handOver(caller, to);
      sessions.clear();
    },
    async close() {
      await place?.auth.$context.catch(() => undefined);
      mailer.close();
    },
  };
}
