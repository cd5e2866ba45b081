import { FormatRegistry, Kind, type Static, Type, TypeRegistry } from "@sinclair/typebox";
import { described } from "../primitives/described.ts";
import { expects } from "../primitives/expected.ts";
import { LIMITS } from "../primitives/limits.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Text } from "../primitives/text.ts";
import { Document } from "./document.ts";
import { filenameField as filename, spaceId } from "./document-fields.ts";

const mimeType = Type.String({
  maxLength: 255,
  pattern: "^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(?: *;[\\x20-\\x7e]*)?$",
  description:
    "Media type of the content, e.g. text/markdown. It counts only if neither the bytes nor the filename tell the type. Default: detected from them.",
  ...expects("a media type, e.g. text/markdown"),
});

const metadata = Type.Optional(
  described(
    MetadataSchema,
    `The document's metadata: a free-form JSON object of at most ${LIMITS.metadataMaxChars} characters of keys and values and ${LIMITS.metadataMaxDepth} levels. Lists and queries filter by it. Default: empty.`,
  ),
);

const baseFields = { filename, mimeType: Type.Optional(mimeType), metadata };

const contentFields = {
  ...baseFields,
  // The limits are enforced when the content is read: 10,000,000 characters for text, the maximum file size for base64.
  content: Text({
    minLength: 1,
    maxLength: 2_147_483_647,
    description:
      'The content: text of at most 10,000,000 characters, or with `encoding: "base64"` the bytes of a file, 100 MB unless the operator sets another limit.',
  }),
  encoding: Type.Optional(
    OneOf(["text", "base64"], {
      description: "How `content` is written: as text, or as a file's bytes in base64. Default: text.",
    }),
  ),
};

// The OpenAPI format of a binary part; validators accept any string.
FormatRegistry.Set("binary", () => true);
const FilePart = Type.String({
  format: "binary",
  description: "The file, 100 MB unless the operator sets another limit.",
  ...expects("the file's bytes"),
});

const formFields = {
  ...baseFields,
  filename: Type.Optional(
    described(
      filename,
      `Name of the document, unique in its space, 1 to ${LIMITS.filenameMaxChars} characters. Default: the name of the file part.`,
    ),
  ),
  file: FilePart,
};

/** Body of `POST /api/spaces/:spaceId/documents`. `content` is text, or base64 with `encoding: "base64"`. */
export const UploadBody = Type.Object(contentFields, {
  additionalProperties: false,
  description: "A document to store in the space of the path.",
});
/** Static type of {@link UploadBody}. */
export type UploadBody = Static<typeof UploadBody>;

/** Body of `POST /api/documents`: an upload that names its space. */
export const UploadToSpaceBody = Type.Object(
  { spaceId, ...contentFields },
  { additionalProperties: false, description: "A document to store, with its space." },
);
/** Static type of {@link UploadToSpaceBody}. */
export type UploadToSpaceBody = Static<typeof UploadToSpaceBody>;

/** {@link UploadBody} as `multipart/form-data`. `filename` defaults to the file's own name; `metadata` is JSON. */
export const UploadForm = Type.Object(formFields, {
  additionalProperties: false,
  description: "A file to store in the space of the path, as a form. `metadata` is JSON text.",
});
/** Static type of {@link UploadForm}. */
export type UploadForm = Static<typeof UploadForm>;

/** {@link UploadToSpaceBody} as `multipart/form-data`. */
export const UploadToSpaceForm = Type.Object(
  { spaceId, ...formFields },
  {
    additionalProperties: false,
    description: "A file to store, with its space, as a form. `metadata` is JSON text.",
  },
);
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
      description: `1 to ${LIMITS.batchMaxDocuments} documents: { filename, content, metadata?, encoding? }. Each is validated on its own.`,
    }),
  },
  { additionalProperties: false, description: "Documents to store in one space." },
);
/** Static type of the body of a batch: one space, many documents. */
export type BatchBody = {
  /** Id or slug of the space. */
  spaceId: string;
  /** 1 to 100 documents. Each is validated on its own. */
  documents: UploadBody[];
};

const upsertFields = {
  created: Type.Boolean({
    description: "True for a new document, false if one with this filename was replaced or left unchanged.",
  }),
  document: described(Document, "The document, ready for queries."),
  chunksReused: Type.Integer({ description: "Number of chunks that already had an embedding." }),
  chunksEmbedded: Type.Integer({ description: "Number of chunks that were embedded in this call." }),
};

/** Response of an upsert. `created` is true for a new document. */
export const UpsertResponse = Type.Object(upsertFields, {
  description: "The document that an upsert stored, and what it cost.",
});
/** Static type of {@link UpsertResponse}. */
export type UpsertResponse = Static<typeof UpsertResponse>;

const resultFilename = Type.String({ description: "Filename of the document as sent." });

/** Response of a batch: one result per document, in request order. */
export const BatchResponse = Type.Object(
  {
    results: Type.Array(
      Type.Union(
        [
          Type.Object(
            { filename: resultFilename, ...upsertFields },
            { description: "A document that was stored." },
          ),
          Type.Object(
            {
              filename: resultFilename,
              error: Type.String({
                description: "Name of the HTTP status that the document alone would get.",
              }),
              message: Type.String({ description: "Why the document was not stored, and what to do." }),
            },
            { description: "A document that was not stored." },
          ),
        ],
        { description: "The outcome of one document." },
      ),
      { description: "One outcome for each document, in the order of the request." },
    ),
  },
  { description: "The outcomes of a batch." },
);
/** Static type of {@link BatchResponse}. */
export type BatchResponse = Static<typeof BatchResponse>;
