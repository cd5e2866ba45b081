import { invalidField } from "@quarry/core/internal";
import { type Chunking, type ChunkingSettings, DEFAULT_CHUNKING } from "@quarry/schema";

/**
 * Converts a caller's chunking settings to the stored form. Returns null, the default, if nothing is set.
 * @throws QuarryError `invalid_request` when the overlap is too large for the size.
 */
export function readChunking(settings: ChunkingSettings): Chunking | null {
  if (settings.maxTokens === undefined && settings.overlapTokens === undefined) return null;
  const chunking = { ...DEFAULT_CHUNKING, ...settings };
  const most = Math.floor(chunking.maxTokens / 2);
  if (chunking.overlapTokens > most)
    throw invalidField("/chunking/overlapTokens", `must be at most half of maxTokens, which is ${most}`);
  return chunking;
}
