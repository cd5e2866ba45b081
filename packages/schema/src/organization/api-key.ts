import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "../primitives/limits.ts";
import { Page, pageParameters } from "../primitives/page.ts";
import { Text, Timestamp } from "../primitives/text.ts";
import { Permission, PermissionLevel } from "./permissions.ts";

/** A rate limit: at most `limit` requests per fixed window of `windowSeconds`. */
export const KeyRateLimit = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    // 24 days, the maximum of the timers that the rate limiter uses.
    windowSeconds: Type.Integer({ minimum: 1, maximum: 2_073_600 }),
  },
  { additionalProperties: false },
);
/** Static type of {@link KeyRateLimit}. */
export type KeyRateLimit = Static<typeof KeyRateLimit>;

/** An API key's record. The key itself is returned only when it is created. */
export const ApiKey = Type.Object({
  id: Type.String(),
  orgId: Type.String(),
  name: Type.String(),
  prefix: Type.String(),
  permissions: Type.Array(Permission),
  rateLimit: Type.Union([KeyRateLimit, Type.Null()]),
  spaceIds: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: "the only spaces that the key has access to; null for all spaces",
  }),
  expiresAt: Type.Union([Timestamp, Type.Null()]),
  lastUsedAt: Type.Union([Timestamp, Type.Null()]),
  createdAt: Timestamp,
});
/** Static type of {@link ApiKey}. */
export type ApiKey = Static<typeof ApiKey>;

/** Body of `POST /api/api-keys`. Give either `permissions` or `level`; the default is level `read`. */
export const CreateApiKeyBody = Type.Object(
  {
    name: Text({ minLength: 1, maxLength: LIMITS.keyNameMaxChars }),
    permissions: Type.Optional(Type.Array(Permission, { minItems: 1, maxItems: 10 })),
    level: Type.Optional(PermissionLevel),
    expiresAt: Type.Optional(
      Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
        description: "an ISO 8601 date-time or null",
      }),
    ),
    rateLimit: Type.Optional(KeyRateLimit),
    spaceIds: Type.Optional(
      Type.Array(Text({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: LIMITS.keySpacesMax,
        description: "ids or slugs of the only spaces that the key has access to; default: all spaces",
      }),
    ),
  },
  { additionalProperties: false },
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
        description: "how long the old key remains valid; default: not at all",
      }),
    ),
  },
  { additionalProperties: false },
);
/** Static type of {@link RotateApiKeyBody}. */
export type RotateApiKeyBody = Static<typeof RotateApiKeyBody>;

/** Response of a creation or rotation, the only one that contains `key`. */
export const CreatedApiKey = Type.Object({ apiKey: ApiKey, key: Type.String() });
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
export const ApiKeyPage = Page(ApiKey);
/** Static type of {@link ApiKeyPage}. */
export type ApiKeyPage = Static<typeof ApiKeyPage>;
