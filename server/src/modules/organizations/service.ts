import type { Clock } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import { PERMISSIONS, type Tier } from "@quarry/schema";
import type { Database, OpenDatabase } from "../../platform/database/database.ts";
import type { EventLog } from "../../records/events/event-log.ts";
import { generateKey, hashKey, keyPrefix } from "../../records/keys/key-format.ts";
import { type ApiKeyRow, deleteKeysNamed, findKeyByHash, insertKey } from "../../records/keys/key-rows.ts";
import { findFirstOrganization, insertOrganization } from "../../records/organizations/organization-rows.ts";
import { keyEvent } from "../keys/to-api-key.ts";

/** Creates organizations. */
export interface OrganizationService {
  /** Creates an organization and returns its id. */
  create(name: string, tier: Tier): Promise<string>;
  /**
   * Creates the first organization if there is none, and makes `rootKey` its root key. Returns the new key, or null when
   * nothing had to be created.
   * @param keep Stores a new key for the operator. It runs before the key is valid, so a crash never leaves a valid key
   * that the operator does not have.
   */
  ensureFirst(
    rootKey: string | undefined,
    keep?: (key: string) => Promise<void>,
  ): Promise<{ orgId: string; newKey: string | null }>;
}

const ROOT = "root";

/** Creates the service of organizations. */
export function createOrganizationService(deps: {
  db: Database;
  newId: NewId;
  clock: Clock;
  exclusively: OpenDatabase["exclusively"];
  events: EventLog;
}): OrganizationService {
  const { db, newId, clock, exclusively, events } = deps;

  async function addRootKey(on: Database, orgId: string, key: string): Promise<ApiKeyRow> {
    const row: ApiKeyRow = {
      id: newId("apiKey"),
      orgId,
      name: ROOT,
      prefix: keyPrefix(key),
      hash: hashKey(key),
      permissions: [...PERMISSIONS],
      rateLimit: null,
      spaceIds: null,
      previousHash: null,
      previousUntil: null,
      expiresAt: null,
      lastUsedAt: null,
      createdAt: new Date(clock.now()),
    };
    await insertKey(on, row);
    return row;
  }

  async function add(on: Database, name: string, tier: Tier): Promise<string> {
    const id = newId("organization");
    await insertOrganization(on, { id, name, slug: id, tier, createdAt: new Date(clock.now()) });
    return id;
  }

  async function findOrAddFirst(rootKey: string | undefined, keep: (key: string) => Promise<void>) {
    const first = await findFirstOrganization(db);
    if (first && rootKey !== undefined && !(await findKeyByHash(db, hashKey(rootKey)))) {
      await keep(rootKey);
      // A new root key replaces the old one.
      await db.transaction(async (tx) => {
        const revoked = await deleteKeysNamed(tx, first.id, ROOT);
        const created = await addRootKey(tx, first.id, rootKey);
        const recorded = [
          ...revoked.map((row) => keyEvent("apikey.revoked", row)),
          keyEvent("apikey.created", created),
        ];
        await events.record(tx, first.id, recorded);
      });
      return { orgId: first.id, newKey: rootKey };
    }
    if (first) return { orgId: first.id, newKey: null };
    const newKey = rootKey ?? generateKey();
    await keep(newKey);
    return db.transaction(async (tx) => {
      // The operator's own organization has no tier limits.
      const orgId = await add(tx, "My organization", "enterprise");
      await events.record(tx, orgId, [keyEvent("apikey.created", await addRootKey(tx, orgId, newKey))]);
      return { orgId, newKey };
    });
  }

  return {
    create: (name, tier) => add(db, name, tier),
    // Several processes may start at the same time.
    ensureFirst: (rootKey, keep = async () => undefined) =>
      exclusively("quarry first organization", () => findOrAddFirst(rootKey, keep)),
  };
}
