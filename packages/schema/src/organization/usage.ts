import { type Static, Type } from "@sinclair/typebox";
import { described, Nullable } from "../primitives/described.ts";
import { LIMITS } from "../primitives/limits.ts";
import { OneOf } from "../primitives/one-of.ts";
import { QueryInteger } from "../primitives/page.ts";
import { TimestampOf } from "../primitives/text.ts";
import { TIERS } from "./permissions.ts";

const tier = OneOf(TIERS, { description: "The organization's tier, which sets its limits." });
const retentionDays = Nullable(
  Type.Integer(),
  "How long a document is stored after its last change, in days; null: permanently.",
);

const count = (of: string) => ({
  count: Type.Integer({ description: `Number of ${of}.` }),
  limit: Nullable(Type.Integer(), `Largest number of ${of}; null for no limit.`),
});

/** A count and its limit. */
export const UsageCount = Type.Object(count("documents in the space"), {
  description: "A count and its limit.",
});
/** Static type of {@link UsageCount}. */
export type UsageCount = Static<typeof UsageCount>;

/** A space's limits and usage. */
export const SpaceLimits = Type.Object(
  {
    tier,
    documents: described(UsageCount, "The documents in the space, and how many it may hold."),
    storageBytes: Type.Integer({ description: "Total size of the original files in the space, in bytes." }),
    changedAt: TimestampOf(
      "When the space or a document in it was last changed, or a document was deleted. Deletions are known for 7 days.",
    ),
    retentionDays,
    maxContentChars: Type.Integer({
      description: "Maximum length of a document sent as text, in characters (UTF-16 code units).",
    }),
    maxFileBytes: Type.Integer({ description: "Maximum size of a document sent as a file, in bytes." }),
  },
  { description: "What a space may hold, and what it holds." },
);
/** Static type of {@link SpaceLimits}. */
export type SpaceLimits = Static<typeof SpaceLimits>;

/** Response of `GET /api/spaces/:id/limits`. */
export const SpaceLimitsResponse = Type.Object(
  { limits: described(SpaceLimits, "The limits of the space, and what it holds.") },
  { description: "The limits of one space." },
);
/** Static type of {@link SpaceLimitsResponse}. */
export type SpaceLimitsResponse = Static<typeof SpaceLimitsResponse>;

/** A rate limit window of the caller. */
export const RequestWindow = Type.Object(
  {
    windowSeconds: Type.Integer({ description: "Length of the window in seconds." }),
    limit: Type.Integer({ description: "Largest number of calls in the window." }),
    remaining: Type.Integer({ description: "Number of calls that are left in the window." }),
    resetsAt: TimestampOf("When the window ends and the next one starts."),
  },
  { description: "A rate limit of the caller and what is left of it." },
);
/** Static type of {@link RequestWindow}. */
export type RequestWindow = Static<typeof RequestWindow>;

/** An organization's usage and limits. For a key restricted to some spaces, only those spaces are counted. */
export const Usage = Type.Object(
  {
    tier,
    spaces: Type.Object(count("spaces"), { description: "The spaces, including archived ones." }),
    documents: Type.Object(
      {
        count: Type.Integer({ description: "Number of documents in all spaces." }),
        limitPerSpace: Nullable(
          Type.Integer(),
          "Largest number of documents in one space; null for no limit.",
        ),
      },
      { description: "The documents of all spaces." },
    ),
    storageBytes: Type.Integer({ description: "Total size of the original files, in bytes." }),
    apiKeys: Type.Object(count("API keys"), { description: "The API keys, without expired ones." }),
    retentionDays,
    requests: Type.Array(RequestWindow, {
      description: "The rate limits of the caller; empty if it has none.",
    }),
  },
  {
    description:
      "An organization's usage and the limits of its tier. For a key restricted to some spaces, only those spaces are counted.",
  },
);
/** Static type of {@link Usage}. */
export type Usage = Static<typeof Usage>;

/** Response of `GET /api/usage`. */
export const UsageResponse = Type.Object(
  { usage: described(Usage, "What the organization uses, and the limits of its tier.") },
  { description: "The usage of the organization." },
);
/** Static type of {@link UsageResponse}. */
export type UsageResponse = Static<typeof UsageResponse>;

/** Query parameters of `GET /api/usage/history`. */
export const UsageHistoryParameters = Type.Object({
  days: QueryInteger({
    minimum: 1,
    maximum: LIMITS.usageDaysMax,
    default: LIMITS.usageDaysDefault,
    description: `Number of days, today included, 1 to ${LIMITS.usageDaysMax}. Older days are not kept. Default: ${LIMITS.usageDaysDefault}.`,
  }),
});
/** Static type of {@link UsageHistoryParameters}. */
export type UsageHistoryParameters = Static<typeof UsageHistoryParameters>;

/** What the organization used on one day. */
export const UsageDay = Type.Object(
  {
    day: Type.String({ description: "The day in UTC, as YYYY-MM-DD.", examples: ["2026-01-31"] }),
    calls: Type.Integer({
      description:
        "Number of calls of keys, people and assistants on the day, failed calls included. Calls that a rate limit refused are not counted.",
    }),
    documents: Nullable(
      Type.Integer(),
      "Number of documents at the end of the day; today: now. Null for a day whose end was not recorded.",
    ),
    storageBytes: Nullable(
      Type.Integer(),
      "Total size of the original files at the end of the day, in bytes; today: now. Null like `documents`.",
    ),
  },
  { description: "What the organization used on one day." },
);
/** Static type of {@link UsageDay}. */
export type UsageDay = Static<typeof UsageDay>;

/** Response of `GET /api/usage/history`. */
export const UsageHistoryResponse = Type.Object(
  { days: Type.Array(UsageDay, { description: "All days in order, today last, also those without calls." }) },
  { description: "The usage of the organization over time." },
);
/** Static type of {@link UsageHistoryResponse}. */
export type UsageHistoryResponse = Static<typeof UsageHistoryResponse>;
