import { type Static, Type } from "@sinclair/typebox";
import { described, Nullable } from "../primitives/described.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Page } from "../primitives/page.ts";
import { TimestampOf } from "../primitives/text.ts";

/** The four statuses of a document (interface §3.1). */
export const DOCUMENT_STATUSES = ["PENDING", "PROCESSING", "COMPLETED", "FAILED"] as const;
/** One of the four statuses. */
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** A status in a response: upper case. */
export const DocumentStatusSchema = OneOf(DOCUMENT_STATUSES, {
  description:
    "PENDING: waits for processing. PROCESSING: is being read, chunked and embedded. COMPLETED: queries find it. FAILED: `errorMessage` says why.",
});

/** A status in a request: upper or lower case. */
export const DocumentStatusInput = OneOf<DocumentStatus | Lowercase<DocumentStatus>>(
  [...DOCUMENT_STATUSES, "pending", "processing", "completed", "failed"],
  { description: "A status in upper or lower case." },
);

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
export const ProcessingProgress = Type.Object(
  {
    stage: OneOf(PROCESSING_STAGES, {
      description:
        "What is being done: reading the file, recognizing text in pictures, embedding chunks, or storing.",
    }),
    unit: Type.Optional(
      OneOf(PROGRESS_UNITS, {
        description: "What `done` and `total` count. Present if the amount of work is known.",
      }),
    ),
    done: Type.Optional(Type.Integer({ description: "Finished part of `total`, in `unit`." })),
    total: Type.Optional(Type.Integer({ description: "Amount of work of this stage, in `unit`." })),
    etaSeconds: Type.Optional(
      Type.Integer({ description: "Estimated time until this stage is done, in seconds." }),
    ),
  },
  { description: "How far the processing of a document is." },
);
/** Static type of {@link ProcessingProgress}. */
export type ProcessingProgress = Static<typeof ProcessingProgress>;

const fields = {
  id: Type.String({ description: "Id of the document. It stays when the content is replaced." }),
  filename: Type.String({ description: "Name of the document, unique in its space." }),
  mimeType: Type.String({ description: "The detected media type." }),
  sizeBytes: Type.Integer({ description: "Size of the original file in bytes.", minimum: 0 }),
  fileSize: Type.String({
    description: "The same as `sizeBytes`, as a decimal string.",
    examples: ["1536"],
  }),
  createdAt: TimestampOf("When the document was created."),
  updatedAt: TimestampOf("When the document was last changed."),
};

/** A document's full record (interface §2.2). */
export const Document = Type.Object(
  {
    id: fields.id,
    orgId: Type.String({ description: "Id of the organization that owns the document." }),
    spaceId: Type.String({ description: "Id of the space that contains the document." }),
    filename: fields.filename,
    partOf: Nullable(
      Type.String(),
      "Id of the archive, such as a ZIP file, that the document is a file of; null for every other document.",
    ),
    mimeType: fields.mimeType,
    sizeBytes: fields.sizeBytes,
    fileSize: fields.fileSize,
    storageUrl: Type.String({
      description:
        "Where the original file is stored: in a bucket, or in the data folder of the service, relative to it. Download the file with `GET /api/documents/{id}/file`.",
    }),
    status: DocumentStatusSchema,
    errorMessage: Nullable(
      Type.String(),
      "Why the processing failed and what to do; null unless the status is FAILED.",
    ),
    embeddingModel: Type.String({ description: "Name of the model that embedded the chunks." }),
    indexingType: OneOf(INDEXING_TYPES, {
      description:
        "Where the text comes from: `text` from the file itself, `ocr` recognized in pictures, `mixed` both.",
    }),
    chunkCount: Type.Integer({ description: "Number of chunks; 0 before the first processing is done." }),
    progress: Nullable(
      ProcessingProgress,
      "How far the processing is; null if the document is not being processed.",
    ),
    metadata: described(MetadataSchema, "The document's metadata: a free-form JSON object."),
    warnings: Type.Array(Type.String({ description: "A warning." }), {
      description:
        "What could not be read, or may be wrong in the extracted text, e.g. a page without readable text or a guessed encoding.",
    }),
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
  },
  { description: "A document's record, without its text." },
);
/** Static type of {@link Document}. */
export type Document = Static<typeof Document>;

/** Response of `GET /api/documents/by-filename`: a reduced record with the extracted text. */
export const DocumentWithContent = Type.Object(
  {
    id: fields.id,
    filename: fields.filename,
    status: DocumentStatusSchema,
    metadata: described(MetadataSchema, "The document's metadata: a free-form JSON object."),
    content: Type.String({ description: "The extracted text; empty before the document is processed." }),
    mimeType: fields.mimeType,
    sizeBytes: fields.sizeBytes,
    fileSize: fields.fileSize,
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
  },
  { description: "A document with its text, and a part of its record." },
);
/** Static type of {@link DocumentWithContent}. */
export type DocumentWithContent = Static<typeof DocumentWithContent>;

/** Response with one document. */
export const DocumentResponse = Type.Object(
  { document: described(Document, "The document after the call.") },
  { description: "One document." },
);
/** Static type of {@link DocumentResponse}. */
export type DocumentResponse = Static<typeof DocumentResponse>;

/** Response of a deletion. */
export const DeletedResponse = Type.Object(
  {
    deleted: Type.Literal(true, { description: "Always true." }),
    id: Type.String({ description: "Id of what was deleted." }),
  },
  { description: "What was deleted." },
);
/** Static type of {@link DeletedResponse}. */
export type DeletedResponse = Static<typeof DeletedResponse>;

/** Response of a documents list. */
export const DocumentPage = Page(Document, "One page of documents, newest first.");
/** Static type of {@link DocumentPage}. */
export type DocumentPage = Static<typeof DocumentPage>;
