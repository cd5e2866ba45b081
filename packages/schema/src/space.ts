import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "./limits.ts";
import { MetadataSchema } from "./metadata.ts";
import { Page, pageParameters } from "./page.ts";
import { Text, Timestamp } from "./text.ts";

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

/** A named icon or a single emoji (flags, skin tones and joined sequences included). */
export const Icon = Type.String({
  pattern: `^(?:${ICON_NAMES.join("|")}|[\\u00a9\\u00ae\\u203c-\\u3299\\ufe0f\\u200d\\u20e3\\ud83c-\\ud83e\\udc00-\\udfff#*0-9]{1,32})$`,
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
});
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
};

/** Body of `POST /api/spaces`. */
export const CreateSpaceBody = Type.Object(spaceFields, { additionalProperties: false });
export type CreateSpaceBody = Static<typeof CreateSpaceBody>;

/** Body of `PATCH /api/spaces/:id`. */
export const UpdateSpaceBody = Type.Object(
  { ...spaceFields, name: Type.Optional(spaceFields.name) },
  { additionalProperties: false },
);
export type UpdateSpaceBody = Static<typeof UpdateSpaceBody>;

/** Query parameters of `GET /api/spaces`. */
export const ListSpacesParameters = Type.Object({
  ...pageParameters,
  status: Type.Optional(
    Type.Union([Type.Literal("active"), Type.Literal("archived"), Type.Literal("all")], {
      default: "active",
      description: "one of active, archived, all",
    }),
  ),
});
export type ListSpacesParameters = Static<typeof ListSpacesParameters>;

/** Query parameters of `DELETE /api/spaces/:id`. */
export const DeleteSpaceParameters = Type.Object({
  purge: Type.Optional(Type.Boolean({ title: "purge", default: false, description: "erase for good" })),
});
export type DeleteSpaceParameters = Static<typeof DeleteSpaceParameters>;

/** Answer that wraps one space. */
export const SpaceResponse = Type.Object({ space: Space });
export type SpaceResponse = Static<typeof SpaceResponse>;

/** Answer of `GET /api/spaces`. */
export const SpacePage = Page(Space);
export type SpacePage = Static<typeof SpacePage>;
