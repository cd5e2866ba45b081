import { Document, type Metadata, MetadataSchema, Pagination, Space } from "@quarry/schema";
import { type Static, Type } from "@sinclair/typebox";
import { bytesOf, shorten } from "./answer-size.ts";

/** Lists omit larger metadata; the record of a single space or document has it. */
const LISTED_METADATA_BYTES = 2000;
/** The record of a single space or document omits larger metadata. */
const RECORD_METADATA_BYTES = 8000;
const ERROR_CHARS = 500;
const WARNING_CHARS = 200;
const MAX_WARNINGS = 10;

/** The fields of metadata that may be omitted. */
const metadataWithin = (maxBytes: number) => ({
  metadata: Type.Optional(
    Type.Unsafe<Metadata>({ ...MetadataSchema, description: `omitted when larger than ${maxBytes} bytes` }),
  ),
  isMetadataOmitted: Type.Optional(
    Type.Literal(true, { description: "true when metadata is omitted; the HTTP API returns all of it" }),
  ),
});

/** The metadata of an item in a list. */
export const listedMetadata = metadataWithin(LISTED_METADATA_BYTES);
const recordMetadata = metadataWithin(RECORD_METADATA_BYTES);

/** A space in a list. */
export const ListedSpace = Type.Object({
  ...Type.Pick(Space, ["id", "name", "slug", "icon", "description", "isArchived", "createdAt", "updatedAt"])
    .properties,
  ...listedMetadata,
});
/** Static type of {@link ListedSpace}. */
export type ListedSpace = Static<typeof ListedSpace>;

/** A space's record. */
export const SpaceRecord = Type.Object({
  ...Type.Omit(Space, ["metadata"]).properties,
  ...recordMetadata,
});
/** Static type of {@link SpaceRecord}. */
export type SpaceRecord = Static<typeof SpaceRecord>;

/** A document's record without the storage URL, which is useless to an assistant. */
export const DocumentRecord = Type.Object({
  ...Type.Omit(Document, ["storageUrl", "metadata"]).properties,
  ...recordMetadata,
});
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
function shownMetadata(metadata: Metadata): Metadata {
  if (!PRIVATE_KEYS.some((key) => Object.hasOwn(metadata, key))) return metadata;
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !PRIVATE_KEYS.includes(key)));
}

/** The part of metadata that an assistant does not see, which its changes keep. */
export function privateMetadata(metadata: Metadata): Metadata {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => PRIVATE_KEYS.includes(key)));
}

/** Metadata as an answer has it, or the statement that it is omitted. */
interface ShownMetadata {
  readonly metadata?: Metadata;
  readonly isMetadataOmitted?: true;
}

/** Metadata for a list. */
export function toListedMetadata(metadata: Metadata): ShownMetadata {
  return toShown(metadata, LISTED_METADATA_BYTES);
}

function toShown(metadata: Metadata, maxBytes: number): ShownMetadata {
  const shown = shownMetadata(metadata);
  return bytesOf(shown) > maxBytes ? { isMetadataOmitted: true } : { metadata: shown };
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
  const shown = { id, spaceId, filename, status, mimeType, fileSize, chunkCount, createdAt, updatedAt };
  return { ...shown, ...toRemarks(document), ...toListedMetadata(document.metadata) };
}

/** The error and the warnings of a document, shortened. */
function toRemarks({ errorMessage, warnings }: Document) {
  return {
    errorMessage: errorMessage === null ? null : shorten(errorMessage, ERROR_CHARS),
    warnings: warnings.slice(0, MAX_WARNINGS).map((warning) => shorten(warning, WARNING_CHARS)),
  };
}

/** A document's record for an assistant. */
export function toDocumentRecord(document: Document): DocumentRecord {
  const { storageUrl: _storageUrl, metadata, ...record } = document;
  return { ...record, ...toRemarks(document), ...toShown(metadata, RECORD_METADATA_BYTES) };
}

/** A space's record for an assistant. */
export function toSpaceRecord({ metadata, ...record }: Space): SpaceRecord {
  return { ...record, ...toShown(metadata, RECORD_METADATA_BYTES) };
}
