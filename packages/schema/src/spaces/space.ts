import { FormatRegistry, type Static, Type } from "@sinclair/typebox";
import { changesOf } from "../primitives/changes.ts";
import { described, Nullable } from "../primitives/described.ts";
import { expects } from "../primitives/expected.ts";
import { LIMITS } from "../primitives/limits.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Page, pageParameters, QueryBoolean } from "../primitives/page.ts";
import { Text, Timestamp, TimestampOf } from "../primitives/text.ts";
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
  description: `Icon of the space: one of ${ICON_NAMES.join(", ")}, or one emoji. Default: folder.`,
  ...expects(`one of ${ICON_NAMES.join(", ")}, or one emoji`),
});

/** A space: a logical container of related documents (interface §2.1). */
export const Space = Type.Object(
  {
    id: Type.String({
      description: "Id of the space, which never changes.",
      examples: ["spc_01k3v8q2m7x4a9"],
    }),
    orgId: Type.String({ description: "Id of the organization that owns the space." }),
    name: Type.String({ description: `Name for people, 1 to ${LIMITS.spaceNameMaxChars} characters.` }),
    slug: Type.String({
      description:
        "Readable identifier, unique in the organization. Calls that name a space take it in place of the id. Renaming the space keeps it.",
    }),
    icon: Type.String({ description: `One of ${ICON_NAMES.join(", ")}, or one emoji.` }),
    description: Type.String({
      description: `What the space contains, 1 to ${LIMITS.spaceDescriptionMaxChars} characters. Smart queries choose spaces by it.`,
    }),
    isArchived: Type.Boolean({
      description:
        "True if the space is archived: hidden from lists, queries and uploads, with its data kept.",
    }),
    archivedAt: Nullable(Timestamp, "When the space was archived; null if it is active. ISO 8601, in UTC."),
    createdAt: TimestampOf("When the space was created."),
    updatedAt: TimestampOf("When the space was last changed."),
    metadata: described(MetadataSchema, "The space's metadata: a free-form JSON object. Lists filter by it."),
    chunking: described(Chunking, "How documents are split into chunks, in estimated tokens."),
    ranking: described(Ranking, "How passages of the space are ranked."),
    rechunking: Type.Optional(
      described(Rechunking, "Progress of chunking the documents again. Present while it runs."),
    ),
  },
  {
    description: "A space: a container of documents that belong together. Queries search one or more spaces.",
  },
);
/** Static type of {@link Space}. */
export type Space = Static<typeof Space>;

const Slug = Type.String({
  minLength: 1,
  maxLength: LIMITS.spaceSlugMaxChars,
  pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
  description: `Readable identifier, unique in the organization: 1 to ${LIMITS.spaceSlugMaxChars} lower-case letters a-z, digits and single hyphens. Default: made from the name.`,
  ...expects("lower-case letters a-z, digits and single hyphens"),
});

const ARCHIVED_AT =
  "When the space was archived, as an ISO 8601 date-time with its zone. A time archives the space; null changes nothing. Default with `isArchived: true`: now.";

const spaceFields = {
  name: Text({
    minLength: 1,
    maxLength: LIMITS.spaceNameMaxChars,
    description: `Name for people, 1 to ${LIMITS.spaceNameMaxChars} characters.`,
  }),
  description: Type.Optional(
    Text({
      minLength: 1,
      maxLength: LIMITS.spaceDescriptionMaxChars,
      description: `What the space contains, in a sentence or two, 1 to ${LIMITS.spaceDescriptionMaxChars} characters. Smart queries choose spaces by it. Default: the name.`,
    }),
  ),
  slug: Type.Optional(Slug),
  icon: Type.Optional(Icon),
  isArchived: Type.Optional(
    Type.Boolean({
      description:
        "True archives the space, false restores it. True needs the permission `spaces:delete`. Default: false.",
    }),
  ),
  archivedAt: Type.Optional(
    Type.Union([Type.String({ maxLength: 64, description: ARCHIVED_AT }), Type.Null()], {
      description: ARCHIVED_AT,
      ...expects("an ISO 8601 date-time or null"),
    }),
  ),
  metadata: Type.Optional(
    described(
      MetadataSchema,
      `Free-form JSON object of at most ${LIMITS.metadataMaxChars} characters of keys and values and ${LIMITS.metadataMaxDepth} levels. It replaces the previous one. Default: empty.`,
    ),
  ),
  chunking: Type.Optional(
    described(
      ChunkingSettings,
      "How documents are split into chunks. A field that is left out gets its default. A change re-chunks the documents in the background.",
    ),
  ),
  ranking: Type.Optional(
    described(RankingSettings, "How passages are ranked. A field that is left out keeps its value."),
  ),
};

/** Body of `POST /api/spaces`. */
export const CreateSpaceBody = Type.Object(spaceFields, {
  additionalProperties: false,
  description: "A new space. Only `name` is required.",
});
/** Static type of {@link CreateSpaceBody}. */
export type CreateSpaceBody = Static<typeof CreateSpaceBody>;

/** Body of `PATCH /api/spaces/:id`. */
export const UpdateSpaceBody = Type.Object(changesOf(spaceFields), {
  additionalProperties: false,
  description: "The fields to change. A field that is left out keeps its value.",
});
/** Static type of {@link UpdateSpaceBody}. */
export type UpdateSpaceBody = Static<typeof UpdateSpaceBody>;

/** Query parameters of `GET /api/spaces`. */
export const ListSpacesParameters = Type.Object(
  {
    ...pageParameters,
    status: Type.Optional(
      OneOf(["active", "archived", "all"], {
        description: "Which spaces to list: active ones, archived ones, or both. Default: active.",
        default: "active",
      }),
    ),
  },
  { additionalProperties: true },
);
/** Static type of {@link ListSpacesParameters}. */
export type ListSpacesParameters = Static<typeof ListSpacesParameters>;

/** Query parameters of `DELETE /api/spaces/:id`. */
export const DeleteSpaceParameters = Type.Object(
  {
    purge: QueryBoolean(
      "True permanently deletes the space and everything in it. False, the default, archives it.",
      "true or false; true permanently deletes the space and everything in it",
    ),
  },
  { additionalProperties: true },
);
/** Static type of {@link DeleteSpaceParameters}. */
export type DeleteSpaceParameters = Static<typeof DeleteSpaceParameters>;

/** Response with one space. */
export const SpaceResponse = Type.Object(
  { space: described(Space, "The space after the call.") },
  { description: "One space." },
);
/** Static type of {@link SpaceResponse}. */
export type SpaceResponse = Static<typeof SpaceResponse>;

/** Response of `GET /api/spaces`. */
export const SpacePage = Page(Space, "One page of spaces, newest first.");
/** Static type of {@link SpacePage}. */
export type SpacePage = Static<typeof SpacePage>;
