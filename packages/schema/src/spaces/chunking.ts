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
        description:
          "maximum size of a chunk, in estimated tokens, excluding the headings that are embedded with it. The target is about two thirds of it. Only table rows, lists and code blocks that are not split may be longer",
      }),
    ),
    overlapTokens: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LIMITS.chunkTokensMax / 2,
        default: DEFAULT_CHUNKING.overlapTokens,
        description:
          "maximum overlap with the previous chunk, in estimated tokens, starting at a sentence, row or line; at most half of maxTokens",
      }),
    ),
  },
  { additionalProperties: false },
);
/** Static type of {@link ChunkingSettings}. */
export type ChunkingSettings = Static<typeof ChunkingSettings>;

/** A space's chunking. Without settings, the default means 1,800 characters of any script. */
export const Chunking = Type.Object({
  maxTokens: Type.Integer(),
  overlapTokens: Type.Integer(),
});
/** Static type of {@link Chunking}. */
export type Chunking = Static<typeof Chunking>;

/** Progress of chunking a space's documents again, in documents. */
export const Rechunking = Type.Object({ done: Type.Integer(), total: Type.Integer() });
/** Static type of {@link Rechunking}. */
export type Rechunking = Static<typeof Rechunking>;
