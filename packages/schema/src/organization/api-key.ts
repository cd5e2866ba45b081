import { type Static, Type } from "@sinclair/typebox";
import { described, Nullable } from "../primitives/described.ts";
import { expects } from "../primitives/expected.ts";
import { LIMITS } from "../primitives/limits.ts";
import { Page, pageParameters } from "../primitives/page.ts";
import { Text, Timestamp, TimestampOf } from "../primitives/text.ts";
import { Permission, PermissionLevel } from "./permissions.ts";

/** A rate limit: at most `limit` requests per fixed window of `windowSeconds`. */
export const KeyRateLimit = Type.Object(
  {
    limit: Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: "Largest number of calls in a window, 1 to 1,000,000,000.",
    }),
    // 24 days, the maximum of the timers that the rate limiter uses.
    windowSeconds: Type.Integer({
      minimum: 1,
      maximum: 2_073_600,
      description: "Length of a window in seconds, 1 to 2,073,600 (24 days).",
    }),
  },
  {
    additionalProperties: false,
    description: "A rate limit of a key: a number of calls per window. Further calls get 429.",
  },
);
/** Static type of {@link KeyRateLimit}. */
export type KeyRateLimit = Static<typeof KeyRateLimit>;

/** An API key's record. The key itself is returned only when it is created. */
export const ApiKey = Type.Object(
  {
    id: Type.String({ description: "Id of the key, which a rotation keeps." }),
    orgId: Type.String({ description: "Id of the organization in which the key acts." }),
    name: Type.String({ description: "Name for people." }),
    prefix: Type.String({ description: "The first characters of the key, to recognize it." }),
    permissions: Type.Array(Permission, { description: "What the key may do." }),
    rateLimit: Nullable(
      KeyRateLimit,
      "The key's own rate limit, in addition to the organization's; null without one.",
    ),
    spaceIds: Nullable(
      Type.Array(Type.String({ description: "Id of a space." })),
      "The only spaces that the key has access to; null for all spaces.",
    ),
    expiresAt: Nullable(
      Timestamp,
      "When the key stops working; null if it does not expire. ISO 8601, in UTC.",
    ),
    lastUsedAt: Nullable(
      Timestamp,
      "When the key was last used, accurate to a minute; null before the first call. ISO 8601, in UTC.",
    ),
    createdAt: TimestampOf("When the key was created."),
  },
  { description: "An API key's record, without the key itself." },
);
/** Static type of {@link ApiKey}. */
export type ApiKey = Static<typeof ApiKey>;

const EXPIRES_AT =
  "When the key stops working, as an ISO 8601 date-time with its zone, in the future; null for never. Default: as the key that creates it, or what the tier requires.";

/** Body of `POST /api/api-keys`. Give either `permissions` or `level`; the default is level `read`. */
export const CreateApiKeyBody = Type.Object(
  {
    name: Text({
      minLength: 1,
      maxLength: LIMITS.keyNameMaxChars,
      description: `Name for people, 1 to ${LIMITS.keyNameMaxChars} characters.`,
    }),
    permissions: Type.Optional(
      Type.Array(Permission, {
        minItems: 1,
        maxItems: 10,
        description:
          "What the key may do; at most what the caller may do. Not together with `level`. Default: level `read`.",
      }),
    ),
    level: Type.Optional(
      described(
        PermissionLevel,
        "A predefined set of permissions. `read`: every `:read`. `write`: `read`, and writing spaces and documents. `admin`: all. Not together with `permissions`. Default: read.",
      ),
    ),
    expiresAt: Type.Optional(
      Type.Union([Type.String({ maxLength: 64, description: EXPIRES_AT }), Type.Null()], {
        description: EXPIRES_AT,
        ...expects("an ISO 8601 date-time or null"),
      }),
    ),
    rateLimit: Type.Optional(
      described(
        KeyRateLimit,
        "A rate limit of the key, in addition to the organization's. Default: as the key that creates it, or what the tier requires.",
      ),
    ),
    spaceIds: Type.Optional(
      Type.Array(Text({ minLength: 1, maxLength: 200, description: "Id or slug of a space." }), {
        minItems: 1,
        maxItems: LIMITS.keySpacesMax,
        description: `Ids or slugs of the only spaces that the key has access to, 1 to ${LIMITS.keySpacesMax}. Default: all spaces of the caller.`,
      }),
    ),
  },
  {
    additionalProperties: false,
    description: "A new API key. It has read permissions unless it states others.",
  },
);
/** Static type of {@link CreateApiKeyBody}. */
export type CreateApiKeyBody = Static<typeof CreateApiKeyBody>;

/** Body of `POST /api/api-keys/:id/rotate`. */
export const RotateApiKeyBody = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LIMITS.keyOverlapMaxSeconds,
        description:
          "How long the old secret remains valid, in seconds, 0 to 604,800 (7 days). Default: 0, not at all.",
      }),
    ),
  },
  { additionalProperties: false, description: "How to rotate. The body may be left out." },
);
/** Static type of {@link RotateApiKeyBody}. */
export type RotateApiKeyBody = Static<typeof RotateApiKeyBody>;

/** Response of a creation or rotation, the only one that contains `key`. */
export const CreatedApiKey = Type.Object(
  {
    apiKey: described(ApiKey, "The key's record."),
    key: Type.String({
      description:
        "The key itself: `qry_` and 43 characters. It is shown only here; the service stores its hash alone.",
    }),
  },
  { description: "A new or rotated API key, with the key itself." },
);
/** Static type of {@link CreatedApiKey}. */
export type CreatedApiKey = Static<typeof CreatedApiKey>;

/** Query parameters of `GET /api/api-keys`. */
export const ListApiKeysParameters = Type.Object({
  page: pageParameters.page,
  pageSize: pageParameters.pageSize,
});
/** Static type of {@link ListApiKeysParameters}. */
export type ListApiKeysParameters = Static<typeof ListApiKeysParameters>;

/** Response of `GET /api/api-keys`. */
export const ApiKeyPage = Page(ApiKey, "One page of API keys, newest first.");
/** Static type of {@link ApiKeyPage}. */
export type ApiKeyPage = Static<typeof ApiKeyPage>;
