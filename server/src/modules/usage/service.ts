import type { Clock } from "@quarry/core";
import { LIMITS, type SpaceLimits, TIER_LIMITS, type Usage, type UsageDay } from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { countKeys } from "../../records/keys/key-rows.ts";
import { spaceNotFound } from "../../records/spaces/space-not-found.ts";
import { findSpace } from "../../records/spaces/space-rows.ts";
import type { CallTally } from "./call-tally.ts";
import { measureSpace, measureSpaces } from "./space-totals.ts";
import { dayOf, listUsageDays } from "./usage-rows.ts";

const DAY_MS = 86_400_000;

/** Reports the usage of an organization and the limits of its tier. */
export interface UsageService {
  /** The limits of a space, by id or slug, archived or not. */
  limits(scope: TenantScope, idOrSlug: string): Promise<SpaceLimits>;
  get(caller: Caller): Promise<Usage>;
  /** The calls and holdings of the last days, in order, today included. */
  history(scope: TenantScope, days: number): Promise<UsageDay[]>;
}

/** The state of a rate limit's window. */
export interface CallWindowState {
  readonly windowSeconds: number;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Creates the usage service. @param deps.readWindows Reads a caller's rate limits without counting a call. */
export function createUsageService(deps: {
  db: Database;
  clock: Clock;
  maxFileBytes: number;
  tally: Pick<CallTally, "flush">;
  readWindows: (caller: Caller) => Promise<readonly CallWindowState[]>;
}): UsageService {
  const { db, clock, maxFileBytes, tally, readWindows } = deps;

  return {
    async limits(scope, idOrSlug) {
      const space = await findSpace(db, scope, idOrSlug);
      if (!space) throw spaceNotFound(idOrSlug);
      const { documentsPerSpace, retentionDays } = TIER_LIMITS[scope.tier];
      const held = await measureSpace(db, scope.orgId, space.id);
      const changedAt = Math.max(space.updatedAt.getTime(), held.changedAt?.getTime() ?? 0);
      return {
        tier: scope.tier,
        documents: { count: held.documents, limit: documentsPerSpace },
        storageBytes: held.bytes,
        changedAt: new Date(changedAt).toISOString(),
        retentionDays,
        maxContentChars: LIMITS.contentMaxChars,
        maxFileBytes,
      };
    },

    async get(caller) {
      const { tier } = caller;
      const limits = TIER_LIMITS[tier];
      const totals = await measureSpaces(db, caller);
      const keys = await countKeys(db, caller, new Date(clock.now()));
      const windows = await readWindows(caller);
      return {
        tier,
        spaces: { count: totals.spaces, limit: limits.spaces },
        documents: { count: totals.documents, limitPerSpace: limits.documentsPerSpace },
        storageBytes: totals.bytes,
        apiKeys: { count: keys, limit: limits.apiKeys },
        retentionDays: limits.retentionDays,
        requests: windows.map(({ windowSeconds, limit, remaining, resetSeconds }) => ({
          ...{ windowSeconds, limit, remaining },
          resetsAt: new Date(resetSeconds * 1000).toISOString(),
        })),
      };
    },

    async history(scope, days) {
      await tally.flush();
      const now = clock.now();
      const firstMs = now - (days - 1) * DAY_MS;
      const rows = await listUsageDays(db, scope.orgId, dayOf(firstMs));
      const byDay = new Map(rows.map((row) => [row.day, row]));
      const { documents, bytes } = await measureSpaces(db, scope);
      byDay.set(dayOf(now), {
        ...{ day: dayOf(now), documents, storageBytes: bytes },
        calls: byDay.get(dayOf(now))?.calls ?? 0,
      });
      return Array.from({ length: days }, (_, at) => {
        const day = dayOf(firstMs + at * DAY_MS);
        return byDay.get(day) ?? { day, calls: 0, documents: null, storageBytes: null };
      });
    },
  };
}
