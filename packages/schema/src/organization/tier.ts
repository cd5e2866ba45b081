import type { Tier } from "./permissions.ts";

/** The limits of a tier; null means no limit. */
export interface TierLimits {
  /** Calls of the organization in a minute. */
  readonly requestsPerMinute: number | null;
  /** Calls of the organization in a day. */
  readonly requestsPerDay: number | null;
  /** Spaces, including archived ones. */
  readonly spaces: number | null;
  /** Documents in one space. */
  readonly documentsPerSpace: number | null;
  /** How long a document is stored after its last change, in days. */
  readonly retentionDays: number | null;
  /** API keys, without expired ones. */
  readonly apiKeys: number | null;
  /** The fixed lifetime of a key, in days. */
  readonly keyExpiryDays: number | null;
  /** The maximum daily rate limit of a key. */
  readonly keyRequestsPerDay: number | null;
  /** Whether keys may have permissions other than a predefined level. */
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
