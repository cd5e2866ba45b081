import { type Static, Type } from "@sinclair/typebox";
import { described } from "../primitives/described.ts";
import { LIMITS } from "../primitives/limits.ts";
import { Text } from "../primitives/text.ts";
import { ChunkingSettings } from "./chunking.ts";

const {
  chunkingPreviewMaxChars: maxChars,
  chunkingPreviewChunksMax: most,
  chunkingPreviewChunksDefault: usual,
} = LIMITS;

/** Body of `POST /api/spaces/:id/chunking/preview`. */
export const ChunkingPreviewBody = Type.Object(
  {
    documentId: Text({ minLength: 1, maxLength: 200, description: "Id of a document of the space." }),
    chunking: Type.Optional(
      described(
        ChunkingSettings,
        "The settings to try. A field that is left out gets its default. Default: the settings of the space.",
      ),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: most,
        default: usual,
        description: `Largest number of chunks in the answer, 1 to ${most}. Default: ${usual}.`,
      }),
    ),
  },
  {
    additionalProperties: false,
    description: "A document of the space, and the chunking settings to try on it.",
  },
);
/** Static type of {@link ChunkingPreviewBody}. */
export type ChunkingPreviewBody = Static<typeof ChunkingPreviewBody>;

/** A chunk that other settings would make. */
export const PreviewedChunk = Type.Object(
  {
    start: Type.Integer({
      description: "Offset of the chunk in the document's text, in UTF-16 code units.",
    }),
    end: Type.Integer({ description: "Offset of its end. With an overlap, the next chunk starts before." }),
    headings: Type.Array(Type.String({ description: "Text of a heading." }), {
      description: "The headings above the chunk, outermost first.",
    }),
    content: Type.String({ description: "Text of the chunk." }),
    tokens: Type.Integer({ description: "Length of the text in estimated tokens, rounded up." }),
  },
  { description: "A chunk that the settings would make." },
);
/** Static type of {@link PreviewedChunk}. */
export type PreviewedChunk = Static<typeof PreviewedChunk>;

/** Response of `POST /api/spaces/:id/chunking/preview`. */
export const ChunkingPreview = Type.Object(
  {
    count: Type.Integer({ description: "Number of chunks that the settings make of the text that was cut." }),
    currentCount: Type.Integer({
      description: "Number of chunks that the same text has now, by the settings of its last processing.",
    }),
    chunks: Type.Array(PreviewedChunk, {
      description: "The first chunks in reading order, at most `limit`; empty for a document without text.",
    }),
    hasMore: Type.Boolean({ description: "True if there are more chunks than the answer holds." }),
    readChars: Type.Integer({
      description: `Length of the text that was cut, in UTF-16 code units: at most about ${maxChars}.`,
    }),
    isPartial: Type.Boolean({
      description: "True if the document is longer than what was cut. The counts are of that part.",
    }),
  },
  { description: "How chunking settings would cut a document." },
);
/** Static type of {@link ChunkingPreview}. */
export type ChunkingPreview = Static<typeof ChunkingPreview>;
