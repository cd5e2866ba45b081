import { type Clock, QuarryError } from "@quarry/core";
import { invalidField, type NewId } from "@quarry/core/internal";
import {
  type ApiKey,
  type ApiKeyEvent,
  type AuditAction,
  type CreateApiKeyBody,
  type CreatedApiKey,
  type KeyRateLimit,
  type PageOf,
  PERMISSION_LEVELS,
  PERMISSIONS,
  type Permission,
  type RotateApiKeyBody,
  TIER_LIMITS,
} from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";
import { type TenantScope, wholeScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { readInstant } from "../../platform/instant.ts";
import { type PageRequest, toPage } from "../../platform/paging.ts";
import type { AuditLog, NewAuditEntry } from "../../records/audit/audit-log.ts";
import type { EventLog } from "../../records/events/event-log.ts";
import type { NewEvent } from "../../records/events/event-rows.ts";
import { generateKey, hashKey, keyPrefix } from "../../records/keys/key-format.ts";
import {
  type ApiKeyRow,
  countKeys,
  deleteKey,
  findKey,
  insertKey,
  listKeys,
  updateKey,
} from "../../records/keys/key-rows.ts";
import { lockOrganization } from "../../records/organizations/organization-rows.ts";
import { readSpaces } from "../events/service.ts";
import type { Authenticator } from "./authenticator.ts";
import { termsUnderTier, tooManyKeys } from "./tier-rules.ts";

/** Makes and revokes API keys. */
export interface KeyService {
  create(caller: Caller, body: CreateApiKeyBody): Promise<CreatedApiKey>;
  list(scope: TenantScope, page: PageRequest): Promise<PageOf<ApiKey>>;
  /** Gives the key a new secret; the old one stops at once, or after the overlap that was asked for. */
  rotate(caller: Caller, id: string, body: RotateApiKeyBody): Promise<CreatedApiKey>;
  delete(caller: Caller, id: string): Promise<void>;
}

/** Creates the service of API keys. */
export function createKeyService(deps: {
  db: Database;
  newId: NewId;
  clock: Clock;
  authenticator: Authenticator;
  events: EventLog;
  audit: AuditLog;
}): KeyService {
  const { db, newId, clock, authenticator, events, audit } = deps;

  /** The ids of the only spaces that a new key is for: none but the caller's. */
  async function ownSpaces(caller: Caller, names: readonly string[] | undefined): Promise<string[] | null> {
    if (names === undefined) return caller.spaceIds && [...caller.spaceIds];
    return [...new Set(await readSpaces(db, caller, names))];
  }

  /** Refuses, in the transaction that adds a key, one more than the tier allows. */
  async function requireRoom(tx: Database, { orgId, tier }: Caller): Promise<void> {
    const limit = TIER_LIMITS[tier].apiKeys;
    if (limit === null) return;
    await lockOrganization(tx, orgId);
    const count = await countKeys(tx, wholeScope(orgId, tier), new Date(clock.now()));
    if (count >= limit) throw tooManyKeys(tier, limit);
  }

  return {
    async create(by, body) {
      const caller = asMaker(by);
      if (body.name === "root") throw invalidField("/name", "is kept for the key of QUARRY_ROOT_KEY");
      const permissions = requestedPermissions(body);
      requireOwn(caller, permissions);
      const wanted = { expiresAt: readInstant(body.expiresAt, "/expiresAt"), rateLimit: body.rateLimit };
      if (wanted.expiresAt && wanted.expiresAt.getTime() <= clock.now())
        throw invalidField("/expiresAt", "must be in the future");
      requireWithin(caller, wanted.expiresAt, wanted.rateLimit);
      const terms = termsUnderTier(caller, body, wanted, clock.now());
      const spaceIds = await ownSpaces(caller, body.spaceIds);
      const key = generateKey();
      const row: ApiKeyRow = {
        id: newId("apiKey"),
        orgId: caller.orgId,
        name: body.name,
        prefix: keyPrefix(key),
        hash: hashKey(key),
        permissions,
        ...terms,
        spaceIds,
        previousHash: null,
        previousUntil: null,
        lastUsedAt: null,
        createdAt: new Date(clock.now()),
      };
      await db.transaction(async (tx) => {
        await requireRoom(tx, caller);
        await insertKey(tx, row);
        await events.record(tx, caller.orgId, [keyEvent("apikey.created", row)]);
        await audit.record(tx, caller, entryOf("apikey.created", row));
      });
      return { apiKey: toApiKey(row), key };
    },

    async list(scope, page) {
      const { rows, total } = await listKeys(db, scope, page);
      return toPage(rows.map(toApiKey), total, page);
    },

    async rotate(caller, id, { overlapSeconds = 0 }) {
      const old = await findKey(db, caller, id);
      if (!old) throw notFound(id);
      // Whoever rotates a key learns its secret, so it must not hold more than they have.
      requireOwn(caller, old.permissions);
      requireNoMore(asMaker(caller), old);
      const key = generateKey();
      const overlaps = overlapSeconds > 0;
      const change = {
        hash: hashKey(key),
        prefix: keyPrefix(key),
        previousHash: overlaps ? old.hash : null,
        previousUntil: overlaps ? new Date(clock.now() + overlapSeconds * 1000) : null,
      };
      const row = await db.transaction(async (tx) => {
        const row = await updateKey(tx, caller.orgId, id, change);
        if (!row) throw notFound(id);
        const told = [keyEvent("apikey.revoked", old), keyEvent("apikey.created", row)];
        await events.record(tx, caller.orgId, told);
        await audit.record(tx, caller, entryOf("apikey.rotated", row));
        return row;
      });
      authenticator.forget(old.hash, old.previousHash);
      return { apiKey: toApiKey(row), key };
    },

    async delete(caller, id) {
      const row = await db.transaction(async (tx) => {
        const row = await deleteKey(tx, caller, id);
        if (!row) throw notFound(id);
        await events.record(tx, caller.orgId, [keyEvent("apikey.revoked", row)]);
        await audit.record(tx, caller, entryOf("apikey.revoked", row));
        return row;
      });
      authenticator.forget(row.hash, row.previousHash);
    },
  };
}

function requestedPermissions({ permissions, level }: CreateApiKeyBody): Permission[] {
  if (permissions && level) throw invalidField("/level", "cannot be given together with permissions");
  const wanted = new Set<Permission>(permissions ?? PERMISSION_LEVELS[level ?? "read"]);
  return PERMISSIONS.filter((permission) => wanted.has(permission));
}

function requireOwn(caller: Caller, permissions: readonly Permission[]): void {
  const missing = permissions.filter((permission) => !caller.permissions.has(permission));
  if (missing.length > 0)
    throw new QuarryError(
      "forbidden",
      `You lack the permission ${missing.join(", ")}, so you cannot hand it out.`,
    );
}

/** A key cannot make one that lives longer or may call more often than itself. */
function requireWithin(
  caller: Caller,
  expiresAt: Date | null | undefined,
  rateLimit: KeyRateLimit | undefined,
): void {
  if (caller.expiresAt && expiresAt && expiresAt > caller.expiresAt)
    throw new QuarryError("forbidden", "A key cannot make one that expires later than itself.");
  if (caller.rateLimit && rateLimit && perSecond(rateLimit) > perSecond(caller.rateLimit))
    throw new QuarryError("forbidden", "A key cannot make one that may call more often than itself.");
}

/** Nor can it learn the secret of such a key by rotating it. */
function requireNoMore(caller: Caller, { expiresAt, rateLimit }: ApiKeyRow): void {
  const endsLater = caller.expiresAt && (expiresAt === null || expiresAt > caller.expiresAt);
  const callsMore =
    caller.rateLimit && (rateLimit === null || perSecond(rateLimit) > perSecond(caller.rateLimit));
  if (endsLater || callsMore)
    throw new QuarryError(
      "forbidden",
      "A key cannot rotate one that expires later or may call more often than itself. Use a key without such limits, or sign in.",
    );
}

function perSecond({ limit, windowSeconds }: KeyRateLimit): number {
  return limit / windowSeconds;
}

/** What a person makes does not end with the session in which they make it; what a key makes ends with the key. */
function asMaker(caller: Caller): Caller {
  return caller.role === null ? caller : { ...caller, expiresAt: null };
}

function notFound(id: string): QuarryError {
  return new QuarryError("not_found", `There is no API key ${JSON.stringify(id)}.`);
}

function entryOf(action: AuditAction, { id, name, prefix, permissions }: ApiKeyRow): NewAuditEntry {
  return { action, targetId: id, details: { name, prefix, permissions } };
}

/** An event of a key; the key itself is never in it. */
export function keyEvent(type: ApiKeyEvent["type"], row: ApiKeyRow): NewEvent {
  return { type, data: { apiKey: toApiKey(row) } };
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    orgId: row.orgId,
    name: row.name,
    prefix: row.prefix,
    permissions: row.permissions,
    rateLimit: row.rateLimit,
    spaceIds: row.spaceIds,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
