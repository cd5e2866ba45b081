import {
  CreateEvaluationBody,
  CreateSpaceBody,
  Document,
  expects,
  LIMITS,
  MetadataSchema,
  Text,
} from "@quarry/schema";
import { type Static, Type } from "@sinclair/typebox";

/** The entries of an archive and their size limits, as described in docs/archive-format.md. */

/** Identifies an archive. */
export const FORMAT = "quarry-archive";
/** Incremented when older servers cannot read newer archives. */
export const VERSION = 1;

/** The name of the entry that lists the checksums of its folder. */
export const CHECKSUMS = "SHA256SUMS";
/** The last entry. */
export const TRAILER = "trailer.json";

/** The folders, in archive order. Documents and evaluations are numbered from 1. */
export const FOLDERS = {
  space: "space",
  document: (number: number) => `documents/${String(number).padStart(8, "0")}`,
  evaluation: (number: number) => `evaluations/${String(number).padStart(8, "0")}`,
};

/** The entries of a folder. */
export const ENTRIES = {
  space: "space.json",
  document: "document.json",
  file: "file",
  text: "text.txt",
  chunks: "chunks.ndjson",
  vectors: "vectors.f32",
  evaluation: "evaluation.json",
} as const;

const MB = 1_000_000;

/** Size limits of entries that are read into memory. The original file has the size limit of uploads. */
export const MAX_BYTES = {
  space: MB,
  document: 32 * MB,
  text: 4 * LIMITS.contentMaxChars + MB,
  chunks: 256 * MB,
  vectors: 256 * MB,
  evaluation: 128 * MB,
  checksums: 10_000,
  trailer: 10_000,
} as const;

const LONG_TEXT = Text({ maxLength: MAX_BYTES.text });
const NAME = Text({ maxLength: 1000 });
const Instant = Type.String({
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$",
  ...expects("an instant with milliseconds, in UTC"),
});
const Count = Type.Integer({ minimum: 0 });
const closed = { additionalProperties: false };

/** The part of the first entry that is the same in all versions. */
export const FormatRecord = Type.Object({ format: Type.Literal(FORMAT), version: Type.Integer() });

const SPACE_FIELDS = ["name", "slug", "icon", "description", "metadata", "chunking", "ranking"] as const;

/** The entry `space.json`. */
export const SpaceRecord = Type.Object(
  {
    ...FormatRecord.properties,
    exportedAt: Instant,
    /** As in the body that creates a space. */
    space: Type.Required(Type.Pick(CreateSpaceBody, SPACE_FIELDS), closed),
  },
  closed,
);
/** Static type of {@link SpaceRecord}. */
export type SpaceRecord = Static<typeof SpaceRecord>;

const OutlineRecord = Type.Object(
  {
    title: LONG_TEXT,
    level: Type.Integer({ minimum: 1, maximum: 6 }),
    ...{ start: Count, end: Count, firstChunk: Count, lastChunk: Count },
    place: Type.Object(
      {
        page: Type.Optional(Type.Integer()),
        slide: Type.Optional(Type.Integer()),
        sheet: Type.Optional(LONG_TEXT),
        ocr: Type.Optional(Type.Boolean()),
        confidence: Type.Optional(Type.Number()),
      },
      closed,
    ),
  },
  closed,
);

/** The entry `document.json`. What follows it depends on `content`. */
export const DocumentRecord = Type.Object(
  {
    filename: Text({ minLength: 1, maxLength: LIMITS.filenameMaxChars }),
    /** The filename of the archive that it is a file of. Absent or null for every other document. */
    partOf: Type.Optional(
      Type.Union([Text({ minLength: 1, maxLength: LIMITS.filenameMaxChars }), Type.Null()]),
    ),
    mimeType: NAME,
    declaredMimeType: Type.Union([NAME, Type.Null()]),
    title: Type.Union([LONG_TEXT, Type.Null()]),
    status: Document.properties.status,
    errorMessage: Type.Union([LONG_TEXT, Type.Null()]),
    metadata: MetadataSchema,
    createdAt: Instant,
    updatedAt: Instant,
    /** The result of processing a COMPLETED document; null for every other document. */
    content: Type.Union([
      Type.Object(
        {
          indexingType: Document.properties.indexingType,
          warnings: Type.Array(LONG_TEXT),
          outline: Type.Array(OutlineRecord),
          chunks: Count,
          /** Null if the archive has no vectors for the document. */
          embedding: Type.Union([
            Type.Object(
              { model: NAME, dimensions: Type.Integer({ minimum: 1, maximum: 65_536 }), vectors: Count },
              closed,
            ),
            Type.Null(),
          ]),
        },
        closed,
      ),
      Type.Null(),
    ]),
  },
  closed,
);
/** Static type of {@link DocumentRecord}. */
export type DocumentRecord = Static<typeof DocumentRecord>;

/** A line of `chunks.ndjson`. */
export const ChunkRecord = Type.Object(
  {
    /** The id on import sorts in the same order, because ids break ties between hits with equal scores. */
    id: Type.String({ pattern: "^chk_[0-9a-z]{25}$", ...expects("a chunk's id") }),
    content: LONG_TEXT,
    context: LONG_TEXT,
    metadata: MetadataSchema,
    /** Index of its vector in `vectors.f32`. Equal texts share a vector. Null if the model refuses the text. */
    vector: Type.Optional(Type.Union([Count, Type.Null()])),
  },
  closed,
);
/** Static type of {@link ChunkRecord}. */
export type ChunkRecord = Static<typeof ChunkRecord>;

/** The entry `evaluation.json`. */
export const EvaluationRecord = CreateEvaluationBody;
/** Static type of {@link EvaluationRecord}. */
export type EvaluationRecord = Static<typeof EvaluationRecord>;

/** The entry `trailer.json`. */
export const TrailerRecord = Type.Object(
  {
    documents: Count,
    evaluations: Count,
    /** SHA-256 of all `SHA256SUMS` entries, concatenated. */
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  },
  closed,
);
/** Static type of {@link TrailerRecord}. */
export type TrailerRecord = Static<typeof TrailerRecord>;
