import { type Clock, QuarryError } from "@quarry/core";
import { invalidField, type NewId } from "@quarry/core/internal";
import {
  type ApiKey,
  type CreateApiKeyBody,
  type CreatedApiKey,
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
import type { AuditLog } from "../../records/audit/audit-log.ts";
import type { EventLog } from "../../records/events/event-log.ts";
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
import { asCreator, requireMayRotate, requireOwnPermissions, requireWithinLimits } from "./key-authority.ts";
import { type KeyTerms, termsUnderTier, tooManyKeys } from "./tier-rules.ts";
import { keyEntry, keyEvent, toApiKey } from "./to-api-key.ts";

/** Creates, lists, rotates and revokes API keys. */
export interface KeyService {
  create(caller: Caller, body: CreateApiKeyBody): Promise<CreatedApiKey>;
  list(scope: TenantScope, page: PageRequest): Promise<PageOf<ApiKey>>;
  /** Gives the key a new secret. The old secret stops working immediately, or after the requested overlap. */
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

  /** Adds a key, in a transaction that holds the lock under which the tier's limit is checked. */
  async function insertWithinTier(caller: Caller, row: ApiKeyRow): Promise<void> {
    await db.transaction(async (tx) => {
      await requireRoomForKey(tx, caller, new Date(clock.now()));
      await insertKey(tx, row);
      await events.record(tx, caller.orgId, [keyEvent("apikey.created", row)]);
      await audit.record(tx, caller, keyEntry("apikey.created", row));
    });
  }

  return {
    async create(caller, body) {
      const permissions = requestedPermissions(body);
      const terms = readTerms(caller, body, permissions, clock.now());
      const spaceIds = await requestedSpaces(db, caller, body.spaceIds);
      const key = generateKey();
      const row: ApiKeyRow = {
        ...{ id: newId("apiKey"), orgId: caller.orgId, name: body.name },
        ...{ prefix: keyPrefix(key), hash: hashKey(key), previousHash: null, previousUntil: null },
        ...{ permissions, ...terms, spaceIds },
        ...{ lastUsedAt: null, createdAt: new Date(clock.now()) },
      };
      await insertWithinTier(caller, row);
      return { apiKey: toApiKey(row), key };
    },

    async list(scope, page) {
      const { rows, total } = await listKeys(db, scope, page);
      return toPage(rows.map(toApiKey), total, page);
    },

    async rotate(caller, id, { overlapSeconds = 0 }) {
      const old = await findKey(db, caller, id);
      if (!old) throw notFound(id);
      // The caller gets the key's secret, so the key must not be more powerful than the caller.
      requireOwnPermissions(caller, old.permissions);
      requireMayRotate(asCreator(caller), old);
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
        await events.record(tx, caller.orgId, [
          keyEvent("apikey.revoked", old),
          keyEvent("apikey.created", row),
        ]);
        await audit.record(tx, caller, keyEntry("apikey.rotated", row));
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
        await audit.record(tx, caller, keyEntry("apikey.revoked", row));
        return row;
      });
      authenticator.forget(row.hash, row.previousHash);
    },
  };
}

/** Requires that the tier allows one more key. The lock on the organization holds until the transaction ends. */
async function requireRoomForKey(tx: Database, { orgId, tier }: Caller, now: Date): Promise<void> {
  const limit = TIER_LIMITS[tier].apiKeys;
  if (limit === null) return;
  await lockOrganization(tx, orgId);
  const count = await countKeys(tx, wholeScope(orgId, tier), now);
  if (count >= limit) throw tooManyKeys(tier, limit);
}

/** Reads the expiry and rate limit of a new key, and checks that the caller and its tier allow the key. */
function readTerms(
  caller: Caller,
  body: CreateApiKeyBody,
  permissions: readonly Permission[],
  nowMs: number,
): KeyTerms {
  const creator = asCreator(caller);
  if (body.name === "root") throw invalidField("/name", "is reserved for the key of QUARRY_ROOT_KEY");
  requireOwnPermissions(creator, permissions);
  const requested = { expiresAt: readInstant(body.expiresAt, "/expiresAt"), rateLimit: body.rateLimit };
  if (requested.expiresAt && requested.expiresAt.getTime() <= nowMs)
    throw invalidField("/expiresAt", "must be in the future");
  requireWithinLimits(creator, requested.expiresAt, requested.rateLimit);
  return termsUnderTier(creator, body, requested, nowMs);
}

/** The spaces of a new key: the requested ones, which the caller must see, or the caller's spaces. */
async function requestedSpaces(
  db: Database,
  caller: Caller,
  names: readonly string[] | undefined,
): Promise<string[] | null> {
  if (names === undefined) return caller.spaceIds && [...caller.spaceIds];
  return [...new Set(await readSpaces(db, caller, names))];
}

function requestedPermissions({ permissions, level }: CreateApiKeyBody): Permission[] {
  if (permissions && level) throw invalidField("/level", "cannot be combined with permissions");
  const requested = new Set<Permission>(permissions ?? PERMISSION_LEVELS[level ?? "read"]);
  return PERMISSIONS.filter((permission) => requested.has(permission));
}

function notFound(id: string): QuarryError {
  return new QuarryError("not_found", `There is no API key ${JSON.stringify(id)}.`);
}
