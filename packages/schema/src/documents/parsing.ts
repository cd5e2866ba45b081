import { type Static, Type } from "@sinclair/typebox";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Text } from "../primitives/text.ts";
import { INDEXING_TYPES, UploadBody, UploadForm } from "./document.ts";
import { OutlineHeading } from "./document-parts.ts";

const chunkedAs = Type.Optional(
  Text({
    minLength: 1,
    maxLength: 200,
    description: "id or slug of a space; its chunking settings are used instead of the default",
  }),
);

/** Body of `POST /api/parse`. `content` is text, or base64 with `encoding: "base64"`. */
export const ParseBody = Type.Object(
  { spaceId: chunkedAs, ...Type.Omit(UploadBody, ["metadata"]).properties },
  {
    additionalProperties: false,
    examples: [{ filename: "handbook.md", content: "# Leave\n\nYou have 30 days of leave." }],
  },
);
/** Static type of {@link ParseBody}. */
export type ParseBody = Static<typeof ParseBody>;

/** {@link ParseBody} as `multipart/form-data`. `filename` defaults to the file's own name. */
export const ParseForm = Type.Object(
  { spaceId: chunkedAs, ...Type.Omit(UploadForm, ["metadata"]).properties },
  { additionalProperties: false },
);
/** Static type of {@link ParseForm}. */
export type ParseForm = Static<typeof ParseForm>;

/** A passage as it would be indexed. */
export const ParsedChunk = Type.Object({
  chunkIndex: Type.Integer({ description: "0-based position in the document" }),
  content: Type.String(),
  context: Type.String({
    description: "text from elsewhere that is indexed with the passage, such as the header of a table",
  }),
  metadata: MetadataSchema,
});
/** Static type of {@link ParsedChunk}. */
export type ParsedChunk = Static<typeof ParsedChunk>;

/** Response of `POST /api/parse`: what the service reads in a file. */
export const ParseResponse = Type.Object(
  {
    filename: Type.String(),
    mimeType: Type.String({ description: "the detected type" }),
    title: Type.Union([Type.String(), Type.Null()]),
    indexingType: OneOf(INDEXING_TYPES),
    warnings: Type.Array(Type.String()),
    content: Type.String({ description: "the extracted text" }),
    outline: Type.Array(OutlineHeading),
    chunks: Type.Array(ParsedChunk, { description: "all passages in order" }),
    seconds: Type.Number({ description: "time to read the file, without its transfer and without waiting" }),
    peakMemoryBytes: Type.Integer({ description: "peak memory of the process that read the file" }),
  },
  {
    examples: [
      {
        filename: "handbook.md",
        mimeType: "text/markdown",
        title: "Leave",
        indexingType: "text",
        warnings: [],
        content: "# Leave\n\nYou have 30 days of leave.",
        outline: [{ title: "Leave", level: 1, start: 0, end: 35, firstChunk: 0, lastChunk: 0, children: [] }],
        chunks: [
          {
            chunkIndex: 0,
            content: "# Leave\n\nYou have 30 days of leave.",
            context: "",
            metadata: { start: 0, end: 35, headings: ["Leave"], page: null, ocr: false },
          },
        ],
        seconds: 0.02,
        peakMemoryBytes: 92_000_000,
      },
    ],
  },
);
/** Static type of {@link ParseResponse}. */
export type ParseResponse = Static<typeof ParseResponse>;
