import { type Static, Type } from "@sinclair/typebox";
import { described, Nullable } from "../primitives/described.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Text } from "../primitives/text.ts";
import { INDEXING_TYPES } from "./document.ts";
import { OutlineHeading } from "./document-parts.ts";
import { UploadBody, UploadForm } from "./upload.ts";

const chunkedAs = Type.Optional(
  Text({
    minLength: 1,
    maxLength: 200,
    description:
      "Id or slug of a space whose chunking settings to use. Default: the service's default settings.",
  }),
);

/** Body of `POST /api/parse`. `content` is text, or base64 with `encoding: "base64"`. */
export const ParseBody = Type.Object(
  { spaceId: chunkedAs, ...Type.Omit(UploadBody, ["metadata"]).properties },
  {
    additionalProperties: false,
    description: "A file to read without storing it.",
  },
);
/** Static type of {@link ParseBody}. */
export type ParseBody = Static<typeof ParseBody>;

/** {@link ParseBody} as `multipart/form-data`. `filename` defaults to the file's own name. */
export const ParseForm = Type.Object(
  { spaceId: chunkedAs, ...Type.Omit(UploadForm, ["metadata"]).properties },
  { additionalProperties: false, description: "A file to read without storing it, as a form." },
);
/** Static type of {@link ParseForm}. */
export type ParseForm = Static<typeof ParseForm>;

/** A passage as it would be indexed. */
export const ParsedChunk = Type.Object(
  {
    chunkIndex: Type.Integer({ description: "0-based position in the document." }),
    content: Type.String({ description: "Text of the passage." }),
    context: Type.String({
      description:
        "Text from elsewhere that is indexed with the passage, such as the header of a table; else empty.",
    }),
    metadata: described(
      MetadataSchema,
      "Where the passage is: `start` and `end` (offsets into `content`), `headings`, `page`, and similar.",
    ),
  },
  { description: "A passage as it would be indexed." },
);
/** Static type of {@link ParsedChunk}. */
export type ParsedChunk = Static<typeof ParsedChunk>;

/** Response of `POST /api/parse`: what the service reads in a file. */
export const ParseResponse = Type.Object(
  {
    filename: Type.String({ description: "The filename as sent." }),
    mimeType: Type.String({ description: "The detected media type." }),
    title: Nullable(Type.String(), "Title of the document, e.g. its first heading; null without one."),
    indexingType: OneOf(INDEXING_TYPES, {
      description:
        "Where the text comes from: `text` from the file itself, `ocr` recognized in pictures, `mixed` both.",
    }),
    warnings: Type.Array(Type.String({ description: "A warning." }), {
      description:
        "What could not be read, or may be wrong in the text, such as a page without readable text.",
    }),
    content: Type.String({ description: "The extracted text." }),
    outline: Type.Array(OutlineHeading, { description: "The headings as a tree." }),
    chunks: Type.Array(ParsedChunk, { description: "All passages in order." }),
    seconds: Type.Number({
      description: "Time to read the file in seconds, without its transfer and without waiting.",
    }),
    peakMemoryBytes: Type.Integer({
      description: "Peak memory of the process that read the file, in bytes.",
    }),
  },
  { description: "What the service reads in a file." },
);
/** Static type of {@link ParseResponse}. */
export type ParseResponse = Static<typeof ParseResponse>;
