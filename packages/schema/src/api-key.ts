import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "./limits.ts";
import { Page, pageParameters } from "./page.ts";
import { Permission, PermissionLevel } from "./permissions.ts";
import { Text, Timestamp } from "./text.ts";

/** A call limit: at most `limit` calls in any fixed window of `windowSeconds`. */
export const KeyRateLimit = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    // 24 days: the limiter counts with timers, which reach no further.
    windowSeconds: Type.Integer({ minimum: 1, maximum: 2_073_600 }),
  },
  { additionalProperties: false },
);
/** Static type of {@link KeyRateLimit}. */
export type KeyRateLimit = Static<typeof KeyRateLimit>;

/** An API key's record; the key itself is shown only once. */
export const ApiKey = Type.Object({
  id: Type.String(),
  orgId: Type.String(),
  name: Type.String(),
  prefix: Type.String(),
  permissions: Type.Array(Permission),
  rateLimit: Type.Union([KeyRateLimit, Type.Null()]),
  spaceIds: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: "the only spaces that exist for the key; null for all",
  }),
  expiresAt: Type.Union([Timestamp, Type.Null()]),
  lastUsedAt: Type.Union([Timestamp, Type.Null()]),
  createdAt: Timestamp,
});
/** Static type of {@link ApiKey}. */
export type ApiKey = Static<typeof ApiKey>;

/** Body of `POST /api/api-keys`: either `permissions` or `level`; neither means level `read`. */
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
        description: "ids or slugs of the only spaces that the key is for; left out: all",
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
        description: "how long the old key works beside the new one; left out: not at all",
      }),
    ),
  },
  { additionalProperties: false },
);
/** Static type of {@link RotateApiKeyBody}. */
export type RotateApiKeyBody = Static<typeof RotateApiKeyBody>;

/** Answer of a creation or rotation, the only one that holds `key`. */
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

/** Answer of `GET /api/api-keys`. */
export const ApiKeyPage = Page(ApiKey);
/** Static type of {@link ApiKeyPage}. */
export type ApiKeyPage = Static<typeof ApiKeyPage>;
