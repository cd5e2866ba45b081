import { FormatRegistry, Kind, type Static, Type, TypeRegistry } from "@sinclair/typebox";
import { LIMITS } from "../primitives/limits.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Page, pageParameters } from "../primitives/page.ts";
import { Text, Timestamp } from "../primitives/text.ts";

/** The four statuses of a document (interface §3.1). */
export const DOCUMENT_STATUSES = ["PENDING", "PROCESSING", "COMPLETED", "FAILED"] as const;
/** One of the four statuses. */
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** A status in a response: upper case. */
export const DocumentStatusSchema = OneOf(DOCUMENT_STATUSES);

/** A status in a request: upper or lower case. */
export const DocumentStatusInput = OneOf<DocumentStatus | Lowercase<DocumentStatus>>([
  ...DOCUMENT_STATUSES,
  "pending",
  "processing",
  "completed",
  "failed",
]);

/** How a document's text was extracted. */
export const INDEXING_TYPES = ["text", "ocr", "mixed"] as const;
/** One of the extraction methods. */
export type IndexingType = (typeof INDEXING_TYPES)[number];

/** The stages of a document that is PROCESSING. */
export const PROCESSING_STAGES = ["reading", "recognizing", "embedding", "storing"] as const;
/** One of the stages. */
export type ProcessingStage = (typeof PROCESSING_STAGES)[number];

/** What progress counts. */
export const PROGRESS_UNITS = ["pages", "bytes", "chunks", "files"] as const;
/** One of the units. */
export type ProgressUnit = (typeof PROGRESS_UNITS)[number];

/** Progress of a document's processing. `unit`, `done` and `total` are present if the amount of work is known. */
export const ProcessingProgress = Type.Object({
  stage: OneOf(PROCESSING_STAGES),
  unit: Type.Optional(OneOf(PROGRESS_UNITS)),
  done: Type.Optional(Type.Integer()),
  total: Type.Optional(Type.Integer()),
  etaSeconds: Type.Optional(Type.Integer({ description: "estimated time until this stage is done" })),
});
/** Static type of {@link ProcessingProgress}. */
export type ProcessingProgress = Static<typeof ProcessingProgress>;

/** A document's full record (interface §2.2). */
export const Document = Type.Object({
  id: Type.String(),
  orgId: Type.String(),
  spaceId: Type.String(),
  filename: Type.String(),
  partOf: Type.Union([Type.String(), Type.Null()], {
    description: "id of the archive that the document is a file of; null for every other document",
  }),
  mimeType: Type.String(),
  fileSize: Type.String({ description: "bytes, as a decimal string" }),
  storageUrl: Type.String({
    description: "where the original file is stored: in a bucket, or a path in the data folder",
  }),
  status: DocumentStatusSchema,
  errorMessage: Type.Union([Type.String(), Type.Null()]),
  embeddingModel: Type.String(),
  indexingType: OneOf(INDEXING_TYPES),
  chunkCount: Type.Integer(),
  progress: Type.Union([ProcessingProgress, Type.Null()], {
    description: "progress of the processing; null if the document is not being processed",
  }),
  metadata: MetadataSchema,
  warnings: Type.Array(Type.String(), {
    description:
      "what could not be read, or may be wrong in the extracted text, e.g. a page without readable text or a guessed encoding",
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
/** Static type of {@link Document}. */
export type Document = Static<typeof Document>;

const filename = Text({ minLength: 1, maxLength: LIMITS.filenameMaxChars });

const baseFields = {
  filename,
  mimeType: Type.Optional(
    Type.String({
      maxLength: 255,
      pattern: "^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(?: *;[\\x20-\\x7e]*)?$",
      description: "a media type, e.g. text/markdown",
    }),
  ),
  metadata: Type.Optional(MetadataSchema),
};

const contentFields = {
  ...baseFields,
  // The limits are enforced when the content is read: 10,000,000 characters for text, the maximum file size for base64.
  content: Text({ minLength: 1, maxLength: 2_147_483_647 }),
  encoding: Type.Optional(OneOf(["text", "base64"])),
};

// The OpenAPI format of a binary part; validators accept any string.
FormatRegistry.Set("binary", () => true);
const FilePart = Type.String({ format: "binary", description: "the file's bytes" });

const formFields = {
  ...baseFields,
  filename: Type.Optional(filename),
  file: FilePart,
};

/** A space's id or slug. */
export const spaceId = Text({ minLength: 1, maxLength: 200, description: "id or slug of a space" });

/** Body of `POST /api/spaces/:spaceId/documents`. `content` is text, or base64 with `encoding: "base64"`. */
export const UploadBody = Type.Object(contentFields, { additionalProperties: false });
/** Static type of {@link UploadBody}. */
export type UploadBody = Static<typeof UploadBody>;

/** Body of `POST /api/documents`: an upload that names its space. */
export const UploadToSpaceBody = Type.Object({ spaceId, ...contentFields }, { additionalProperties: false });
/** Static type of {@link UploadToSpaceBody}. */
export type UploadToSpaceBody = Static<typeof UploadToSpaceBody>;

/** {@link UploadBody} as `multipart/form-data`. `filename` defaults to the file's own name; `metadata` is JSON. */
export const UploadForm = Type.Object(formFields, { additionalProperties: false });
/** Static type of {@link UploadForm}. */
export type UploadForm = Static<typeof UploadForm>;

/** {@link UploadToSpaceBody} as `multipart/form-data`. */
export const UploadToSpaceForm = Type.Object({ spaceId, ...formFields }, { additionalProperties: false });
/** Static type of {@link UploadToSpaceForm}. */
export type UploadToSpaceForm = Static<typeof UploadToSpaceForm>;

/** Body of `PUT /api/documents`. */
export const UpsertBody = UploadToSpaceBody;
/** Static type of {@link UpsertBody}. */
export type UpsertBody = Static<typeof UpsertBody>;

// The schema only describes a batch's documents; the server validates each one when it stores it.
const BATCH_DOCUMENT_KIND = "QuarryBatchDocument";
TypeRegistry.Set(BATCH_DOCUMENT_KIND, () => true);

/** Body of `PUT /api/documents/batch`. Documents are validated one by one, so an invalid one does not fail the others. */
export const BatchBody = Type.Object(
  {
    spaceId,
    documents: Type.Array(Type.Unsafe<unknown>({ ...UploadBody, [Kind]: BATCH_DOCUMENT_KIND }), {
      minItems: 1,
      maxItems: LIMITS.batchMaxDocuments,
      description: "1 to 100 documents: { filename, content, metadata?, encoding? }",
    }),
  },
  { additionalProperties: false },
);
/** Static type of the body of a batch: one space, many documents. */
export type BatchBody = { spaceId: string; documents: UploadBody[] };

const updateFields = {
  filename: Type.Optional(filename),
  status: Type.Optional(DocumentStatusInput),
  errorMessage: Type.Optional(
    Type.Union([Text({ maxLength: LIMITS.errorMessageMaxChars }), Type.Null()], {
      description: "a string or null",
    }),
  ),
  metadata: Type.Optional(MetadataSchema),
};

/**
 * Body of `PATCH /api/documents/:id`, with the space here or as a query parameter, and of
 * `PATCH /api/spaces/:spaceId/documents/:id`, where `spaceId` must match the path.
 */
export const UpdateDocumentBody = Type.Object(
  { spaceId: Type.Optional(spaceId), ...updateFields },
  { additionalProperties: false },
);
/** Static type of {@link UpdateDocumentBody}. */
export type UpdateDocumentBody = Static<typeof UpdateDocumentBody>;

/** Query parameters of `GET /api/spaces/:spaceId/documents`. */
export const ListDocumentsParameters = Type.Object(
  {
    ...pageParameters,
    status: Type.Optional(DocumentStatusInput),
    partOf: Type.Optional(
      Type.String({ pattern: "^doc_[0-9a-z]{1,60}$", description: "id of an archive: lists only its files" }),
    ),
  },
  { additionalProperties: true },
);
/** Static type of {@link ListDocumentsParameters}. */
export type ListDocumentsParameters = Static<typeof ListDocumentsParameters>;

/** Query parameters of `GET /api/documents`. */
export const ListDocumentsInSpaceParameters = Type.Object(
  { spaceId, ...ListDocumentsParameters.properties },
  { additionalProperties: true },
);
/** Static type of {@link ListDocumentsInSpaceParameters}. */
export type ListDocumentsInSpaceParameters = Static<typeof ListDocumentsInSpaceParameters>;

/** Query parameter for the space if the path has none. Without it the document is looked up by its id alone. */
export const SpaceParameter = Type.Object(
  { spaceId: Type.Optional(spaceId) },
  { additionalProperties: true },
);
/** Static type of {@link SpaceParameter}. */
export type SpaceParameter = Static<typeof SpaceParameter>;

/** Query parameters of `GET /api/documents/by-filename`. */
export const ByFilenameParameters = Type.Object({ spaceId, filename }, { additionalProperties: true });
/** Static type of {@link ByFilenameParameters}. */
export type ByFilenameParameters = Static<typeof ByFilenameParameters>;

/** Response of `GET /api/documents/by-filename`: a reduced record with the extracted text. */
export const DocumentWithContent = Type.Object({
  id: Type.String(),
  filename: Type.String(),
  status: DocumentStatusSchema,
  metadata: MetadataSchema,
  content: Type.String(),
  mimeType: Type.String(),
  fileSize: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
/** Static type of {@link DocumentWithContent}. */
export type DocumentWithContent = Static<typeof DocumentWithContent>;

/** Response with one document. */
export const DocumentResponse = Type.Object({ document: Document });
/** Static type of {@link DocumentResponse}. */
export type DocumentResponse = Static<typeof DocumentResponse>;

const upsertFields = {
  created: Type.Boolean(),
  document: Document,
  chunksReused: Type.Integer({ description: "number of chunks with an existing embedding" }),
  chunksEmbedded: Type.Integer({ description: "number of newly embedded chunks" }),
};

/** Response of an upsert. `created` is true for a new document. */
export const UpsertResponse = Type.Object(upsertFields);
/** Static type of {@link UpsertResponse}. */
export type UpsertResponse = Static<typeof UpsertResponse>;

/** Response of a batch: one result per document, in request order. */
export const BatchResponse = Type.Object({
  results: Type.Array(
    Type.Union([
      Type.Object({ filename: Type.String(), ...upsertFields }),
      Type.Object({ filename: Type.String(), error: Type.String(), message: Type.String() }),
    ]),
  ),
});
/** Static type of {@link BatchResponse}. */
export type BatchResponse = Static<typeof BatchResponse>;

/** Response of a deletion. */
export const DeletedResponse = Type.Object({ deleted: Type.Literal(true), id: Type.String() });
/** Static type of {@link DeletedResponse}. */
export type DeletedResponse = Static<typeof DeletedResponse>;

/** Response of a documents list. */
export const DocumentPage = Page(Document);
/** Static type of {@link DocumentPage}. */
export type DocumentPage = Static<typeof DocumentPage>;
