import { timingSafeEqual } from "node:crypto";
import { type Clock, QuarryError } from "@quarry/core";
import type { Caller } from "../../caller.ts";
import type { Database } from "../../database/database.ts";
import { hashKey } from "./key-format.ts";
import { type ApiKeyRow, findKeyByHash, updateKey } from "./queries.ts";

/** Tells who a key belongs to. */
export interface Authenticator {
  /**
   * @throws QuarryError `unauthorized` when the key is missing, unknown, revoked or expired.
   */
  authenticate(key: string | undefined): Promise<Caller>;
  /** Forgets a key at once, after it was revoked or rotated. */
  forget(hash: string): void;
}

/** Another process may have revoked a key: it is asked for again after this time. */
const CACHE_MS = 1000;
const CACHE_ENTRIES = 10_000;
/** `lastUsedAt` is written at most this often, so that reading does not become writing. */
const LAST_USED_MS = 60_000;

const REFUSED =
  "The API key is missing, unknown, revoked or expired. Send a valid one as 'Authorization: Bearer <key>' or 'Svc-Api-Key: <key>'.";

/** Creates the authenticator of API keys. */
export function createAuthenticator({ db, clock }: { db: Database; clock: Clock }): Authenticator {
  const cache = new Map<string, { caller: Caller; untilMs: number }>();
  const lastUsed = new Map<string, number>();

  function noteUse(row: ApiKeyRow) {
    const now = clock.now();
    if (now - Math.max(lastUsed.get(row.id) ?? 0, row.lastUsedAt?.getTime() ?? 0) < LAST_USED_MS) return;
    lastUsed.set(row.id, now);
    // Nobody waits for it, and a failure only makes the time of last use stale.
    updateKey(db, row.orgId, row.id, { lastUsedAt: new Date(now) }).catch(() => lastUsed.delete(row.id));
  }

  async function load(hash: string) {
    const row = await findKeyByHash(db, hash);
    if (!row || !timingSafeEqual(Buffer.from(row.hash, "hex"), Buffer.from(hash, "hex"))) return undefined;
    noteUse(row);
    const caller: Caller = {
      orgId: row.orgId,
      keyId: row.id,
      tier: row.tier,
      permissions: new Set(row.permissions),
      rateLimit: row.rateLimit,
      expiresAt: row.expiresAt,
    };
    if (cache.size >= CACHE_ENTRIES) cache.clear();
    const entry = { caller, untilMs: clock.now() + CACHE_MS };
    cache.set(hash, entry);
    return entry;
  }

  return {
    async authenticate(key) {
      if (key === undefined || key === "" || key.length > 512) throw new QuarryError("unauthorized", REFUSED);
      const hash = hashKey(key);
      const cached = cache.get(hash);
      const entry = cached && cached.untilMs > clock.now() ? cached : await load(hash);
      const endsAt = entry?.caller.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
      if (!entry || endsAt <= clock.now()) throw new QuarryError("unauthorized", REFUSED);
      return entry.caller;
    },
    forget: (hash) => void cache.delete(hash),
  };
}
