import { timingSafeEqual } from "node:crypto";
import { type Clock, QuarryError } from "@quarry/core";
import { LRUCache } from "lru-cache";
import type { Caller } from "../../platform/access/caller.ts";
import { createNoteUse } from "../../platform/access/note-use.ts";
import type { Database } from "../../platform/database/database.ts";
import { hashKey } from "../../records/keys/key-format.ts";
import { type ApiKeyRow, type FoundKey, findKeyByHash, updateKey } from "../../records/keys/key-rows.ts";

/** Authenticates API keys. */
export interface Authenticator {
  /** @throws QuarryError `unauthorized` when the key is missing, unknown, revoked or expired. */
  authenticate(key: string | undefined): Promise<Caller>;
  /** Removes keys from the cache after a change. */
  forget(...hashes: (string | null)[]): void;
}

/**
 * How long a key is cached. A key that another process revokes must stop working within a second, and reading it again
 * takes time too.
 */
const CACHE_MS = 800;
const CACHE_ENTRIES = 10_000;

const REFUSED =
  "The API key is missing, unknown, revoked or expired. Send a valid key as 'Authorization: Bearer <key>' or 'Svc-Api-Key: <key>'.";

interface CachedKey {
  readonly caller: Caller;
  /** When the key expires; Infinity when it does not. */
  readonly endsAtMs: number;
  readonly untilMs: number;
}

/** Creates the authenticator of API keys. */
export function createAuthenticator({ db, clock }: { db: Database; clock: Clock }): Authenticator {
  const cache = new LRUCache<string, CachedKey>({ max: CACHE_ENTRIES });
  const loading = new Map<string, Promise<CachedKey | undefined>>();
  const noteUse = createNoteUse(clock, ({ orgId, id }: ApiKeyRow, lastUsedAt) =>
    updateKey(db, orgId, id, { lastUsedAt }),
  );

  async function load(hash: string): Promise<CachedKey | undefined> {
    // Measured from before the query, because its result may be that old.
    const untilMs = clock.now() + CACHE_MS;
    const row = await findKeyByHash(db, hash);
    const endsAtMs = row ? endOf(row, hash) : undefined;
    if (!row || endsAtMs === undefined || endsAtMs <= clock.now()) return undefined;
    noteUse(row);
    return { caller: toCaller(row), endsAtMs, untilMs };
  }

  /** Concurrent calls with a key that is not cached share one query. */
  function loadOnce(hash: string): Promise<CachedKey | undefined> {
    const running = loading.get(hash);
    if (running) return running;
    const started = load(hash)
      .then((known) => {
        if (!known || loading.get(hash) !== started) return known;
        cache.set(hash, known);
        return known;
      })
      .finally(() => {
        if (loading.get(hash) === started) loading.delete(hash);
      });
    loading.set(hash, started);
    return started;
  }

  return {
    async authenticate(key) {
      if (key === undefined || key === "" || key.length > 512) throw new QuarryError("unauthorized", REFUSED);
      const hash = hashKey(key);
      const cached = cache.get(hash);
      const known = cached && cached.untilMs > clock.now() ? cached : await loadOnce(hash);
      if (!known || known.endsAtMs <= clock.now()) throw new QuarryError("unauthorized", REFUSED);
      return known.caller;
    },
    forget(...hashes) {
      for (const hash of hashes) {
        if (hash === null) continue;
        cache.delete(hash);
        loading.delete(hash);
      }
    },
  };
}

/** When the secret with this hash expires; undefined when the row does not have it. */
function endOf(row: ApiKeyRow, hash: string): number | undefined {
  const expiresAtMs = row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (isSame(row.hash, hash)) return expiresAtMs;
  // The secret before a rotation.
  if (row.previousHash === null || !isSame(row.previousHash, hash)) return undefined;
  return Math.min(expiresAtMs, row.previousUntil?.getTime() ?? 0);
}

function isSame(stored: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(stored, "hex"), Buffer.from(hash, "hex"));
}

function toCaller(row: FoundKey): Caller {
  return {
    orgId: row.orgId,
    tier: row.tier,
    spaceIds: row.spaceIds,
    actor: { kind: "key", id: row.id, name: row.name },
    role: null,
    permissions: new Set(row.permissions),
    rateLimit: row.rateLimit,
    expiresAt: row.expiresAt,
  };
}
