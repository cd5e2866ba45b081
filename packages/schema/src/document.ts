import { FormatRegistry, Kind, type Static, Type, TypeRegistry } from "@sinclair/typebox";
import { LIMITS } from "./limits.ts";
import { MetadataSchema } from "./metadata.ts";
import { OneOf } from "./one-of.ts";
import { Page, pageParameters } from "./page.ts";
import { Text, Timestamp } from "./text.ts";

/** The four states of a document (interface §3.1). */
export const DOCUMENT_STATUSES = ["PENDING", "PROCESSING", "COMPLETED", "FAILED"] as const;
/** One of the four states. */
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** A status as the service produces it: upper case. */
export const DocumentStatusSchema = OneOf(DOCUMENT_STATUSES);

/** A status as a caller may send it: either case. */
export const DocumentStatusInput = OneOf<DocumentStatus | Lowercase<DocumentStatus>>([
  ...DOCUMENT_STATUSES,
  "pending",
  "processing",
  "completed",
  "failed",
]);

/** How a document's text was come by. */
export const INDEXING_TYPES = ["text", "ocr", "mixed"] as const;
/** One way of coming by a text. */
export type IndexingType = (typeof INDEXING_TYPES)[number];

/** What is being done with a document that is PROCESSING. */
export const PROCESSING_STAGES = ["reading", "recognizing", "embedding", "storing"] as const;
/** One of the stages. */
export type ProcessingStage = (typeof PROCESSING_STAGES)[number];

/** How far a document's processing is. Fields that say how much is done stand where it is known. */
export const ProcessingProgress = Type.Object({
  stage: OneOf(PROCESSING_STAGES),
  unit: Type.Optional(OneOf(["pages", "chunks"])),
  done: Type.Optional(Type.Integer()),
  total: Type.Optional(Type.Integer()),
  etaSeconds: Type.Optional(Type.Integer({ description: "until this stage is done, as it looks now" })),
});
/** Static type of {@link ProcessingProgress}. */
export type ProcessingProgress = Static<typeof ProcessingProgress>;

/** A document's full record (interface §2.2). */
export const Document = Type.Object({
  id: Type.String(),
  orgId: Type.String(),
  spaceId: Type.String(),
  filename: Type.String(),
  mimeType: Type.String(),
  fileSize: Type.String({ description: "bytes, as a decimal string" }),
  storageUrl: Type.String(),
  status: DocumentStatusSchema,
  errorMessage: Type.Union([Type.String(), Type.Null()]),
  embeddingModel: Type.String(),
  indexingType: OneOf(INDEXING_TYPES),
  chunkCount: Type.Integer(),
  progress: Type.Union([ProcessingProgress, Type.Null()], {
    description: "how far the processing is; null while none goes on",
  }),
  metadata: MetadataSchema,
  warnings: Type.Array(Type.String(), {
    description: "what a reader of the text should know, e.g. that a page holds nothing to read",
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
/** Static type of {@link Document}. */
export type Document = Static<typeof Document>;

const filename = Text({ minLength: 1, maxLength: LIMITS.filenameMaxChars });

const describingFields = {
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
  ...describingFields,
  // Text is bounded at 10,000,000 characters where it is read; base64 by the largest file that the server takes.
  content: Text({ minLength: 1, maxLength: 2_147_483_647 }),
  encoding: Type.Optional(OneOf(["text", "base64"])),
};

// The name by which OpenAPI knows a part of bytes; to a validator it says nothing.
FormatRegistry.Set("binary", () => true);
const FilePart = Type.String({ format: "binary", description: "the file's bytes" });

const formFields = {
  ...describingFields,
  filename: Type.Optional(filename),
  file: FilePart,
};

/** Names a space. */
export const spaceId = Text({ minLength: 1, maxLength: 200, description: "id or slug of a space" });

/** Body of `POST /api/spaces/:spaceId/documents`. `content` is text, or base64 with `encoding: "base64"`. */
export const UploadBody = Type.Object(contentFields, { additionalProperties: false });
/** Static type of {@link UploadBody}. */
export type UploadBody = Static<typeof UploadBody>;

/** Body of `POST /api/documents`: an upload that names its space. */
export const UploadToSpaceBody = Type.Object({ spaceId, ...contentFields }, { additionalProperties: false });
/** Static type of {@link UploadToSpaceBody}. */
export type UploadToSpaceBody = Static<typeof UploadToSpaceBody>;

/** The same as `multipart/form-data`. The file's own name stands in for a `filename`; `metadata` is JSON. */
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

// A description says what a document of a batch is; whoever stores it checks it.
const BATCH_DOCUMENT_KIND = "QuarryBatchDocument";
TypeRegistry.Set(BATCH_DOCUMENT_KIND, () => true);

/** Body of `PUT /api/documents/batch`. Each document is checked alone, so that one bad document fails alone. */
export const BatchBody = Type.Object(
  {
    spaceId,
    documents: Type.Array(Type.Unsafe<unknown>({ ...UploadBody, [Kind]: BATCH_DOCUMENT_KIND }), {
      minItems: 1,
      maxItems: LIMITS.batchMaxDocuments,
      description: "1 to 100 of { filename, content, metadata?, encoding? }",
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
      description: "a text or null",
    }),
  ),
  metadata: Type.Optional(MetadataSchema),
};

/**
 * Body of `PATCH /api/documents/:id`, which names the document's space here or as a query parameter, and of
 * `PATCH /api/spaces/:spaceId/documents/:id`, where it must be the path's.
 */
export const UpdateDocumentBody = Type.Object(
  { spaceId: Type.Optional(spaceId), ...updateFields },
  { additionalProperties: false },
);
/** Static type of {@link UpdateDocumentBody}. */
export type UpdateDocumentBody = Static<typeof UpdateDocumentBody>;

/** Query parameters of a documents list under a space. */
export const ListDocumentsParameters = Type.Object(
  { ...pageParameters, status: Type.Optional(DocumentStatusInput) },
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

/** Query parameter that names a space where the path does not; without it the document is looked up by its id. */
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

/** The reduced record that by-filename answers, with the extracted text. */
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

/** Answer that wraps one document. */
export const DocumentResponse = Type.Object({ document: Document });
/** Static type of {@link DocumentResponse}. */
export type DocumentResponse = Static<typeof DocumentResponse>;

const upsertFields = {
  created: Type.Boolean(),
  document: Document,
  chunksReused: Type.Integer({ description: "chunks whose embedding was there already" }),
  chunksEmbedded: Type.Integer({ description: "chunks that the embedder was asked for" }),
};

/** Answer of an upsert. `created` is true for a new document. */
export const UpsertResponse = Type.Object(upsertFields);
/** Static type of {@link UpsertResponse}. */
export type UpsertResponse = Static<typeof UpsertResponse>;

/** Answer of a batch: one result a document, in the order sent. */
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

/** Answer of a document's deletion. */
export const DeletedResponse = Type.Object({ deleted: Type.Literal(true), id: Type.String() });
/** Static type of {@link DeletedResponse}. */
export type DeletedResponse = Static<typeof DeletedResponse>;

/** Answer of a documents list. */
export const DocumentPage = Page(Document);
/** Static type of {@link DocumentPage}. */
export type DocumentPage = Static<typeof DocumentPage>;
