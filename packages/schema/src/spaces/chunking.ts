import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "../primitives/limits.ts";

/** The chunking of a space without chunking settings. */
export const DEFAULT_CHUNKING = { maxTokens: 450, overlapTokens: 0 } as const;

/**
 * The chunking settings of a space; missing fields have their defaults. Token counts are estimates that are the same for
 * every model: a token is four characters of Latin script, two of Cyrillic, or one of any other script.
 */
export const ChunkingSettings = Type.Object(
  {
    maxTokens: Type.Optional(
      Type.Integer({
        minimum: LIMITS.chunkTokensMin,
        maximum: LIMITS.chunkTokensMax,
        default: DEFAULT_CHUNKING.maxTokens,
        description: `Maximum size of a chunk in estimated tokens, ${LIMITS.chunkTokensMin} to ${LIMITS.chunkTokensMax}, without the headings that are embedded with it. Default: ${DEFAULT_CHUNKING.maxTokens}. The target is about two thirds of it. Only table rows, lists and code blocks that are kept whole may be longer.`,
      }),
    ),
    overlapTokens: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LIMITS.chunkTokensMax / 2,
        default: DEFAULT_CHUNKING.overlapTokens,
        description: `Maximum overlap with the previous chunk in estimated tokens, 0 to ${LIMITS.chunkTokensMax / 2}, at most half of \`maxTokens\`. It starts at a sentence, row or line. Default: ${DEFAULT_CHUNKING.overlapTokens}.`,
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      "How documents are split into chunks. A field that is left out gets its default. A change re-chunks the space's documents in the background. A token is estimated as four characters of Latin script, two of Cyrillic, or one of other scripts, for every model.",
  },
);
/** Static type of {@link ChunkingSettings}. */
export type ChunkingSettings = Static<typeof ChunkingSettings>;

/** A space's chunking. Without settings, the default means 1,800 characters of any script. */
export const Chunking = Type.Object(
  {
    maxTokens: Type.Integer({ description: "Maximum size of a chunk in estimated tokens." }),
    overlapTokens: Type.Integer({
      description: "Maximum overlap with the previous chunk in estimated tokens.",
    }),
  },
  { description: "How a space splits its documents into chunks, in estimated tokens." },
);
/** Static type of {@link Chunking}. */
export type Chunking = Static<typeof Chunking>;

/** Progress of chunking a space's documents again, in documents. */
export const Rechunking = Type.Object(
  {
    done: Type.Integer({ description: "Number of documents that have the new chunks." }),
    total: Type.Integer({ description: "Number of documents to chunk again." }),
  },
  { description: "Progress of chunking a space's documents again. Queries return the old chunks meanwhile." },
);
/** Static type of {@link Rechunking}. */
export type Rechunking = Static<typeof Rechunking>;
