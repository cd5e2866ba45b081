import { type Static, Type } from "@sinclair/typebox";
import { OneOf } from "../primitives/one-of.ts";
import { Timestamp } from "../primitives/text.ts";
import { TIERS } from "./permissions.ts";

const Limit = Type.Union([Type.Integer(), Type.Null()], { description: "null for no limit" });
const retentionDays = Type.Union([Type.Integer(), Type.Null()], {
  description: "how long a document is stored after its last change; null: permanently",
});

/** A count and its limit. */
export const UsageCount = Type.Object({ count: Type.Integer(), limit: Limit });
/** Static type of {@link UsageCount}. */
export type UsageCount = Static<typeof UsageCount>;

/** A space's limits and usage. */
export const SpaceLimits = Type.Object({
  tier: OneOf(TIERS),
  documents: UsageCount,
  retentionDays,
  maxContentChars: Type.Integer({ description: "maximum length of a document sent as text" }),
  maxFileBytes: Type.Integer(),
});
/** Static type of {@link SpaceLimits}. */
export type SpaceLimits = Static<typeof SpaceLimits>;

/** Response of `GET /api/spaces/:id/limits`. */
export const SpaceLimitsResponse = Type.Object({ limits: SpaceLimits });
/** Static type of {@link SpaceLimitsResponse}. */
export type SpaceLimitsResponse = Static<typeof SpaceLimitsResponse>;

/** A rate limit window of the caller. */
export const RequestWindow = Type.Object({
  windowSeconds: Type.Integer(),
  limit: Type.Integer(),
  remaining: Type.Integer(),
  resetsAt: Timestamp,
});
/** Static type of {@link RequestWindow}. */
export type RequestWindow = Static<typeof RequestWindow>;

/** An organization's usage and limits. For a key restricted to some spaces, only those spaces are counted. */
export const Usage = Type.Object({
  tier: OneOf(TIERS),
  spaces: Type.Object({ ...UsageCount.properties }, { description: "includes archived spaces" }),
  documents: Type.Object({ count: Type.Integer(), limitPerSpace: Limit }),
  storageBytes: Type.Integer({ description: "total size of the original files" }),
  apiKeys: Type.Object({ ...UsageCount.properties }, { description: "excludes expired keys" }),
  retentionDays,
  requests: Type.Array(RequestWindow, { description: "empty if the caller has no rate limit" }),
});
/** Static type of {@link Usage}. */
export type Usage = Static<typeof Usage>;

/** Response of `GET /api/usage`. */
export const UsageResponse = Type.Object({ usage: Usage });
/** Static type of {@link UsageResponse}. */
export type UsageResponse = Static<typeof UsageResponse>;
