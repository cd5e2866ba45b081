import { type Static, Type } from "@sinclair/typebox";
import { OneOf } from "./one-of.ts";
import { TIERS } from "./permissions.ts";
import { Timestamp } from "./text.ts";

const Limit = Type.Union([Type.Integer(), Type.Null()], { description: "null for no limit" });
const retentionDays = Type.Union([Type.Integer(), Type.Null()], {
  description: "how long a document is kept after its last change; null for ever",
});

/** How much there is of something, and how much there may be. */
export const UsageCount = Type.Object({ count: Type.Integer(), limit: Limit });
/** Static type of {@link UsageCount}. */
export type UsageCount = Static<typeof UsageCount>;

/** What a space may hold. */
export const SpaceLimits = Type.Object({
  tier: OneOf(TIERS),
  documents: UsageCount,
  retentionDays,
  maxContentChars: Type.Integer({ description: "of a document that is sent as text" }),
  maxFileBytes: Type.Integer(),
});
/** Static type of {@link SpaceLimits}. */
export type SpaceLimits = Static<typeof SpaceLimits>;

/** Answer of `GET /api/spaces/:id/limits`. */
export const SpaceLimitsResponse = Type.Object({ limits: SpaceLimits });
/** Static type of {@link SpaceLimitsResponse}. */
export type SpaceLimitsResponse = Static<typeof SpaceLimitsResponse>;

/** A window that the caller's calls count in. */
export const RequestWindow = Type.Object({
  windowSeconds: Type.Integer(),
  limit: Type.Integer(),
  remaining: Type.Integer(),
  resetsAt: Timestamp,
});
/** Static type of {@link RequestWindow}. */
export type RequestWindow = Static<typeof RequestWindow>;

/** What an organization has and may have. A key that is for some spaces only is told of these. */
export const Usage = Type.Object({
  tier: OneOf(TIERS),
  spaces: Type.Object({ ...UsageCount.properties }, { description: "archived ones included" }),
  documents: Type.Object({ count: Type.Integer(), limitPerSpace: Limit }),
  storageBytes: Type.Integer({ description: "of the original files" }),
  apiKeys: Type.Object({ ...UsageCount.properties }, { description: "without those that have expired" }),
  retentionDays,
  requests: Type.Array(RequestWindow, { description: "empty where the caller may call without limit" }),
});
/** Static type of {@link Usage}. */
export type Usage = Static<typeof Usage>;

/** Answer of `GET /api/usage`. */
export const UsageResponse = Type.Object({ usage: Usage });
/** Static type of {@link UsageResponse}. */
export type UsageResponse = Static<typeof UsageResponse>;
