import { timingSafeEqual } from "node:crypto";
import { type Clock, QuarryError } from "@quarry/core";
import type { Caller } from "../../platform/access/caller.ts";
import type { Database } from "../../platform/database/database.ts";
import { hashKey } from "../../records/keys/key-format.ts";
import { type ApiKeyRow, type FoundKey, findKeyByHash, updateKey } from "../../records/keys/key-rows.ts";

/** Tells who a key belongs to. */
export interface Authenticator {
  /**
   * @throws QuarryError `unauthorized` when the key is missing, unknown, revoked or expired.
   */
  authenticate(key: string | undefined): Promise<Caller>;
  /** Forgets what is known of these keys at once, after a change. */
  forget(...hashes: (string | null)[]): void;
}

/**
 * Another process may have revoked a key: it is asked for again after this time. Less than the second within which it
 * must be gone, since asking takes its time too.
 */
const CACHE_MS = 800;
const CACHE_ENTRIES = 10_000;
/** `lastUsedAt` is written at most this often, so that reading does not become writing. */
const LAST_USED_MS = 60_000;

const REFUSED =
  "The API key is missing, unknown, revoked or expired. Send a valid one as 'Authorization: Bearer <key>' or 'Svc-Api-Key: <key>'.";

interface Known {
  readonly caller: Caller;
  /** When the key ends; Infinity for one that does not. */
  readonly endsAtMs: number;
  readonly untilMs: number;
}

/** Creates the authenticator of API keys. */
export function createAuthenticator({ db, clock }: { db: Database; clock: Clock }): Authenticator {
  const cache = new Map<string, Known>();
  const loading = new Map<string, Promise<Known | undefined>>();
  const lastUsed = new Map<string, number>();

  function noteUse(row: ApiKeyRow) {
    const now = clock.now();
    if (now - Math.max(lastUsed.get(row.id) ?? 0, row.lastUsedAt?.getTime() ?? 0) < LAST_USED_MS) return;
    lastUsed.set(row.id, now);
    // Nobody waits for it, and a failure only makes the time of last use stale.
    updateKey(db, row.orgId, row.id, { lastUsedAt: new Date(now) }).catch(() => lastUsed.delete(row.id));
  }

  async function load(hash: string): Promise<Known | undefined> {
    // From before the question: the answer may be as old as that.
    const untilMs = clock.now() + CACHE_MS;
    const row = await findKeyByHash(db, hash);
    const endsAtMs = row ? endOf(row, hash) : undefined;
    if (!row || endsAtMs === undefined || endsAtMs <= clock.now()) return undefined;
    noteUse(row);
    return { caller: toCaller(row), endsAtMs, untilMs };
  }

  /** Many calls with a key that nobody knows at the moment ask the database once. */
  function loadOnce(hash: string): Promise<Known | undefined> {
    const running = loading.get(hash);
    if (running) return running;
    const started = load(hash)
      .then((known) => {
        if (!known || loading.get(hash) !== started) return known;
        if (cache.size >= CACHE_ENTRIES) cache.clear();
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

/** When the key with this hash ends; undefined where the row is not the key's. */
function endOf(row: ApiKeyRow, hash: string): number | undefined {
  const expiresAtMs = row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (isSame(row.hash, hash)) return expiresAtMs;
  // The key from before a rotation.
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
