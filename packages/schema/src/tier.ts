import type { Tier } from "./permissions.ts";

/** What a tier allows an organization; null where it sets no limit. */
export interface TierLimits {
  readonly requestsPerMinute: number | null;
  readonly requestsPerDay: number | null;
  /** Archived ones count. */
  readonly spaces: number | null;
  readonly documentsPerSpace: number | null;
  /** How long a document is kept after its last change. */
  readonly retentionDays: number | null;
  /** Keys that have expired do not count. */
  readonly apiKeys: number | null;
  /** How long exactly a key lives. */
  readonly keyExpiryDays: number | null;
  /** The most calls a day that a key may be made for. */
  readonly keyRequestsPerDay: number | null;
  /** Whether keys may have other permissions than those of a standard level. */
  readonly customPermissions: boolean;
}

const UNLIMITED: TierLimits = {
  requestsPerMinute: null,
  requestsPerDay: null,
  spaces: null,
  documentsPerSpace: null,
  retentionDays: null,
  apiKeys: null,
  keyExpiryDays: null,
  keyRequestsPerDay: null,
  customPermissions: true,
};

/** The limits of each tier (interface §5.2 and §8). */
export const TIER_LIMITS: Readonly<Record<Tier, TierLimits>> = {
  sandbox: {
    requestsPerMinute: 60,
    requestsPerDay: 100,
    spaces: 1,
    documentsPerSpace: 50,
    retentionDays: 7,
    apiKeys: 1,
    keyExpiryDays: 30,
    keyRequestsPerDay: 100,
    customPermissions: false,
  },
  developer: {
    ...UNLIMITED,
    requestsPerMinute: 60,
    spaces: 10,
    documentsPerSpace: 1000,
    apiKeys: 10,
    customPermissions: false,
  },
  pro: { ...UNLIMITED, requestsPerMinute: 300 },
  enterprise: UNLIMITED,
};
