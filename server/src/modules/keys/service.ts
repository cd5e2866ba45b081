import { type Clock, invalidField, type NewId, QuarryError } from "@quarry/core";
import {
  type ApiKey,
  type ApiKeyEvent,
  type CreateApiKeyBody,
  type CreatedApiKey,
  type KeyRateLimit,
  type PageOf,
  PERMISSION_LEVELS,
  PERMISSIONS,
  type Permission,
} from "@quarry/schema";
import type { Caller } from "../../caller.ts";
import type { Database } from "../../database/database.ts";
import { readInstant } from "../../instant.ts";
import { type PageRequest, toPage } from "../../paging.ts";
import type { EventLog, NewEvent } from "../events/event-log.ts";
import type { Authenticator } from "./authenticator.ts";
import { generateKey, hashKey, keyPrefix } from "./key-format.ts";
import { type ApiKeyRow, deleteKey, findKey, insertKey, listKeys, updateKey } from "./queries.ts";

/** Makes and revokes API keys. */
export interface KeyService {
  create(caller: Caller, body: CreateApiKeyBody): Promise<CreatedApiKey>;
  list(orgId: string, page: PageRequest): Promise<PageOf<ApiKey>>;
  /** Gives the key a new secret; the old one stops at once. */
  rotate(caller: Caller, id: string): Promise<CreatedApiKey>;
  delete(orgId: string, id: string): Promise<void>;
}

/** Creates the service of API keys. */
export function createKeyService(deps: {
  db: Database;
  newId: NewId;
  clock: Clock;
  authenticator: Authenticator;
  events: EventLog;
}): KeyService {
  const { db, newId, clock, authenticator, events } = deps;

  return {
    async create(caller, body) {
      if (body.name === "root") throw invalidField("/name", "is kept for the key of QUARRY_ROOT_KEY");
      const permissions = requestedPermissions(body);
      requireOwn(caller, permissions);
      const expiresAt = readInstant(body.expiresAt, "/expiresAt") ?? caller.expiresAt;
      if (expiresAt && expiresAt.getTime() <= clock.now())
        throw invalidField("/expiresAt", "must be in the future");
      requireWithin(caller, expiresAt, body.rateLimit);
      const key = generateKey();
      const row: ApiKeyRow = {
        id: newId("apiKey"),
        orgId: caller.orgId,
        name: body.name,
        prefix: keyPrefix(key),
        hash: hashKey(key),
        permissions,
        rateLimit: body.rateLimit ?? caller.rateLimit,
        expiresAt,
        lastUsedAt: null,
        createdAt: new Date(clock.now()),
      };
      await db.transaction(async (tx) => {
        await insertKey(tx, row);
        await events.record(tx, caller.orgId, [keyEvent("apikey.created", row)]);
      });
      return { apiKey: toApiKey(row), key };
    },

    async list(orgId, page) {
      const { rows, total } = await listKeys(db, orgId, page);
      return toPage(rows.map(toApiKey), total, page);
    },

    async rotate(caller, id) {
      const old = await findKey(db, caller.orgId, id);
      if (!old) throw notFound(id);
      // Whoever rotates a key learns its secret, so it must not hold more than they have.
      requireOwn(caller, old.permissions);
      const key = generateKey();
      const row = await db.transaction(async (tx) => {
        const row = await updateKey(tx, caller.orgId, id, { hash: hashKey(key), prefix: keyPrefix(key) });
        if (!row) throw notFound(id);
        const told = [keyEvent("apikey.revoked", old), keyEvent("apikey.created", row)];
        await events.record(tx, caller.orgId, told);
        return row;
      });
      authenticator.forget(old.hash);
      return { apiKey: toApiKey(row), key };
    },

    async delete(orgId, id) {
      const row = await db.transaction(async (tx) => {
        const row = await deleteKey(tx, orgId, id);
        if (!row) throw notFound(id);
        await events.record(tx, orgId, [keyEvent("apikey.revoked", row)]);
        return row;
      });
      authenticator.forget(row.hash);
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
      `This API key lacks the permission ${missing.join(", ")}, so it cannot hand it out.`,
    );
}

/** A key cannot make one that lives longer or may call more often than itself. */
function requireWithin(caller: Caller, expiresAt: Date | null, rateLimit: KeyRateLimit | undefined): void {
  if (caller.expiresAt && expiresAt && expiresAt > caller.expiresAt)
    throw new QuarryError("forbidden", "A key cannot make one that expires later than itself.");
  const perSecond = ({ limit, windowSeconds }: KeyRateLimit) => limit / windowSeconds;
  if (caller.rateLimit && rateLimit && perSecond(rateLimit) > perSecond(caller.rateLimit))
    throw new QuarryError("forbidden", "A key cannot make one that may call more often than itself.");
}

function notFound(id: string): QuarryError {
  return new QuarryError("not_found", `There is no API key ${JSON.stringify(id)}.`);
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
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
