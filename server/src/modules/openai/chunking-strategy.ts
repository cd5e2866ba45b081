import { invalidField } from "@quarry/core/internal";
import { type ChunkingSettings, DEFAULT_CHUNKING, expects, LIMITS } from "@quarry/schema";
import { type Static, Type } from "@sinclair/typebox";

/** How to cut files into chunks, in a request. */
export const ChunkingStrategy = Type.Optional(
  Type.Union(
    [
      Type.Object({ type: Type.Literal("auto") }),
      Type.Object({
        type: Type.Literal("static"),
        static: Type.Object({
          max_chunk_size_tokens: Type.Integer({ minimum: 1 }),
          chunk_overlap_tokens: Type.Integer({ minimum: 0 }),
        }),
      }),
    ],
    expects(
      '{ type: "auto" } or { type: "static", static: { max_chunk_size_tokens, chunk_overlap_tokens } }',
    ),
  ),
);
/** Static type of {@link ChunkingStrategy}. */
export type ChunkingStrategy = Static<typeof ChunkingStrategy> | undefined;

type Chunking = Required<ChunkingSettings>;

/**
 * The chunking of a space that a strategy means; undefined for `auto`.
 * @throws QuarryError `invalid_request` for sizes that spaces cannot have.
 */
export function readStrategy(strategy: ChunkingStrategy, at = "/chunking_strategy"): Chunking | undefined {
  if (strategy === undefined || strategy.type === "auto") return undefined;
  const { max_chunk_size_tokens: maxTokens, chunk_overlap_tokens: overlapTokens } = strategy.static;
  const { chunkTokensMin, chunkTokensMax } = LIMITS;
  if (maxTokens < chunkTokensMin || maxTokens > chunkTokensMax)
    throw invalidField(
      `${at}/static/max_chunk_size_tokens`,
      `must be from ${chunkTokensMin} to ${chunkTokensMax} on this server`,
    );
  if (overlapTokens > maxTokens / 2)
    throw invalidField(`${at}/static/chunk_overlap_tokens`, "must be at most half of max_chunk_size_tokens");
  return { maxTokens, overlapTokens };
}

/** True if a space cuts its documents as wanted. */
export function isSameChunking(current: Chunking | null, wanted: Chunking): boolean {
  const { maxTokens, overlapTokens } = current ?? DEFAULT_CHUNKING;
  return maxTokens === wanted.maxTokens && overlapTokens === wanted.overlapTokens;
}

/** A space's chunking as a strategy. */
export function toStrategy(chunking: Chunking | null) {
  const { maxTokens, overlapTokens } = chunking ?? DEFAULT_CHUNKING;
  const sizes = { max_chunk_size_tokens: maxTokens, chunk_overlap_tokens: overlapTokens };
  return { type: "static" as const, static: sizes };
}
