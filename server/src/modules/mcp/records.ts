import { Document, type Metadata, MetadataSchema, Pagination, Space } from "@quarry/schema";
import { type Static, Type } from "@sinclair/typebox";
import { shorten } from "./answer-size.ts";

/** Lists omit larger metadata; the record of a single space or document has it. */
const LISTED_METADATA_CHARS = 2000;
const LISTED_ERROR_CHARS = 500;
const LISTED_WARNING_CHARS = 200;

const listedMetadata = {
  metadata: Type.Optional(
    Type.Unsafe<Metadata>({
      ...MetadataSchema,
      description: `omitted when larger than ${LISTED_METADATA_CHARS} characters`,
    }),
  ),
};

/** A space in a list. */
export const ListedSpace = Type.Object({
  ...Type.Pick(Space, ["id", "name", "slug", "icon", "description", "isArchived", "createdAt", "updatedAt"])
    .properties,
  ...listedMetadata,
});
/** Static type of {@link ListedSpace}. */
export type ListedSpace = Static<typeof ListedSpace>;

/** A document's record without the storage URL, which is useless to an assistant. */
export const DocumentRecord = Type.Omit(Document, ["storageUrl"]);
/** Static type of {@link DocumentRecord}. */
export type DocumentRecord = Static<typeof DocumentRecord>;

/** A document in a list. */
export const ListedDocument = Type.Object({
  ...Type.Pick(Document, [
    ...(["id", "spaceId", "filename", "status", "errorMessage", "mimeType", "fileSize"] as const),
    ...(["chunkCount", "warnings", "createdAt", "updatedAt"] as const),
  ]).properties,
  ...listedMetadata,
});
/** Static type of {@link ListedDocument}. */
export type ListedDocument = Static<typeof ListedDocument>;

/** Number of items of a page that did not fit in the answer. */
export const omitted = Type.Integer({ description: "number of items that did not fit in the answer" });

/** The output fields of every tool that lists. */
export const listFields = { pagination: Pagination, omitted };

/** Metadata that programs store for themselves: `quarry upload` marks its documents. */
const PRIVATE_KEYS: readonly string[] = ["quarryUpload"];

/** Metadata for an assistant: without what programs store for themselves. */
export function shownMetadata(metadata: Metadata): Metadata {
  if (!PRIVATE_KEYS.some((key) => Object.hasOwn(metadata, key))) return metadata;
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !PRIVATE_KEYS.includes(key)));
}

/** The part of metadata that an assistant does not see, which its changes keep. */
export function privateMetadata(metadata: Metadata): Metadata {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => PRIVATE_KEYS.includes(key)));
}

/** Metadata for a list. */
export function toListedMetadata(metadata: Metadata): { metadata?: Metadata } {
  const shown = shownMetadata(metadata);
  return JSON.stringify(shown).length > LISTED_METADATA_CHARS ? {} : { metadata: shown };
}

/** A space for a list. */
export function toListedSpace(space: Space): ListedSpace {
  const { id, name, slug, icon, description, isArchived, createdAt, updatedAt, metadata } = space;
  const shown = { id, name, slug, icon, description, isArchived, createdAt, updatedAt };
  return { ...shown, ...toListedMetadata(metadata) };
}

/** A document for a list. */
export function toListedDocument(document: Document): ListedDocument {
  const { id, spaceId, filename, status, mimeType, fileSize, chunkCount, createdAt, updatedAt } = document;
  const errorMessage =
    document.errorMessage === null ? null : shorten(document.errorMessage, LISTED_ERROR_CHARS);
  const shown = { id, spaceId, filename, status, errorMessage, mimeType, fileSize, chunkCount };
  const warnings = document.warnings.map((warning) => shorten(warning, LISTED_WARNING_CHARS));
  return { ...shown, warnings, createdAt, updatedAt, ...toListedMetadata(document.metadata) };
}

/** A document's record for an assistant. */
export function toRecord({ storageUrl: _storageUrl, ...record }: Document): DocumentRecord {
  return { ...record, metadata: shownMetadata(record.metadata) };
}
