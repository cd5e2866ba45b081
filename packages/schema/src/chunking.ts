import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "./limits.ts";

/** How the documents of a space are cut that says nothing about it. */
export const DEFAULT_CHUNKING = { maxTokens: 450, overlapTokens: 0 } as const;

/**
 * How a space wants its documents cut into chunks; what is left out is the default. Tokens are estimated, the same for
 * every model: four characters of Latin script, two of Cyrillic, one of any other script.
 */
export const ChunkingSettings = Type.Object(
  {
    maxTokens: Type.Optional(
      Type.Integer({
        minimum: LIMITS.chunkTokensMin,
        maximum: LIMITS.chunkTokensMax,
        default: DEFAULT_CHUNKING.maxTokens,
        description:
          "largest size of a chunk, in estimated tokens, without the headings that are embedded with it; about two thirds are aimed at. Only a table row, list or code block that is kept whole may be longer",
      }),
    ),
    overlapTokens: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LIMITS.chunkTokensMax / 2,
        default: DEFAULT_CHUNKING.overlapTokens,
        description:
          "how much of the end of the chunk before may be repeated, in estimated tokens, from where a sentence, row or line begins; at most half of maxTokens",
      }),
    ),
  },
  { additionalProperties: false },
);
/** Static type of {@link ChunkingSettings}. */
export type ChunkingSettings = Static<typeof ChunkingSettings>;

/** How a space cuts its documents. Where nothing was set, the default is counted as 1,800 characters of any script. */
export const Chunking = Type.Object({
  maxTokens: Type.Integer(),
  overlapTokens: Type.Integer(),
});
/** Static type of {@link Chunking}. */
export type Chunking = Static<typeof Chunking>;

/** How many of a space's documents need not be cut anew any more. */
export const Rechunking = Type.Object({ done: Type.Integer(), total: Type.Integer() });
/** Static type of {@link Rechunking}. */
export type Rechunking = Static<typeof Rechunking>;
