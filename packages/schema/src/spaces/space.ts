import { FormatRegistry, type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "../primitives/limits.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Page, pageParameters, QueryBoolean } from "../primitives/page.ts";
import { Text, Timestamp } from "../primitives/text.ts";
import { Chunking, ChunkingSettings, Rechunking } from "./chunking.ts";
import { Ranking, RankingSettings } from "./ranking.ts";

/** The ten named icons. */
export const ICON_NAMES = [
  "folder",
  "book",
  "file-text",
  "database",
  "package",
  "archive",
  "briefcase",
  "inbox",
  "layers",
  "box",
] as const;

/** Name of the string format of icons. */
export const ICON_FORMAT = "quarry-icon";

let oneEmoji: RegExp | undefined;

FormatRegistry.Set(ICON_FORMAT, (value) => {
  if ((ICON_NAMES as readonly string[]).includes(value)) return true;
  // Created lazily, because Node 18, which clients may run on, does not support the `v` flag.
  oneEmoji ??= /^\p{RGI_Emoji}$/v;
  return oneEmoji.test(value);
});

/** A named icon or a single emoji (flags, skin tones and joined sequences included). */
export const Icon = Type.String({
  format: ICON_FORMAT,
  maxLength: 64,
  description: `one of ${ICON_NAMES.join(", ")}, or one emoji`,
});

/** A space: a logical container of related documents (interface §2.1). */
export const Space = Type.Object({
  id: Type.String(),
  orgId: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
  description: Type.String(),
  isArchived: Type.Boolean(),
  archivedAt: Type.Union([Timestamp, Type.Null()]),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  metadata: MetadataSchema,
  chunking: Chunking,
  ranking: Ranking,
  rechunking: Type.Optional(Rechunking),
});
/** Static type of {@link Space}. */
export type Space = Static<typeof Space>;

const Slug = Type.String({
  minLength: 1,
  maxLength: LIMITS.spaceSlugMaxChars,
  pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
  description: "lower-case letters a-z, digits and single hyphens",
});

const spaceFields = {
  name: Text({ minLength: 1, maxLength: LIMITS.spaceNameMaxChars }),
  description: Type.Optional(Text({ minLength: 1, maxLength: LIMITS.spaceDescriptionMaxChars })),
  slug: Type.Optional(Slug),
  icon: Type.Optional(Icon),
  isArchived: Type.Optional(Type.Boolean()),
  archivedAt: Type.Optional(
    Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
      description: "an ISO 8601 date-time or null",
    }),
  ),
  metadata: Type.Optional(MetadataSchema),
  chunking: Type.Optional(ChunkingSettings),
  ranking: Type.Optional(RankingSettings),
};

/** Body of `POST /api/spaces`. */
export const CreateSpaceBody = Type.Object(spaceFields, { additionalProperties: false });
/** Static type of {@link CreateSpaceBody}. */
export type CreateSpaceBody = Static<typeof CreateSpaceBody>;

/** Body of `PATCH /api/spaces/:id`. */
export const UpdateSpaceBody = Type.Object(
  { ...spaceFields, name: Type.Optional(spaceFields.name) },
  { additionalProperties: false },
);
/** Static type of {@link UpdateSpaceBody}. */
export type UpdateSpaceBody = Static<typeof UpdateSpaceBody>;

/** Query parameters of `GET /api/spaces`. */
export const ListSpacesParameters = Type.Object(
  {
    ...pageParameters,
    status: Type.Optional(OneOf(["active", "archived", "all"], "", "active")),
  },
  { additionalProperties: true },
);
/** Static type of {@link ListSpacesParameters}. */
export type ListSpacesParameters = Static<typeof ListSpacesParameters>;

/** Query parameters of `DELETE /api/spaces/:id`. */
export const DeleteSpaceParameters = Type.Object(
  { purge: QueryBoolean("true or false; true permanently deletes the space and everything in it") },
  { additionalProperties: true },
);
/** Static type of {@link DeleteSpaceParameters}. */
export type DeleteSpaceParameters = Static<typeof DeleteSpaceParameters>;

/** Response with one space. */
export const SpaceResponse = Type.Object({ space: Space });
/** Static type of {@link SpaceResponse}. */
export type SpaceResponse = Static<typeof SpaceResponse>;

/** Response of `GET /api/spaces`. */
export const SpacePage = Page(Space);
/** Static type of {@link SpacePage}. */
export type SpacePage = Static<typeof SpacePage>;
