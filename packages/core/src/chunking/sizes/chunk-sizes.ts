import type { ChunkOptions } from "../chunk.ts";
import { CHARACTERS, type Ruler, tokenRuler } from "./ruler.ts";
import { QUARTERS_PER_TOKEN } from "./token-estimate.ts";

/** The bounds that follow from the settings, and how lengths are compared with them. */
export interface ChunkSizes {
  readonly ruler: Ruler;
  /** The size aimed at. */
  readonly target: number;
  /** No piece is cut smaller while there is a choice. */
  readonly smallest: number;
  /** No piece stays larger while it can be cut. */
  readonly largest: number;
  /** A section up to here stays whole. */
  readonly wholeSection: number;
  /** Neighbouring sections are merged up to here. */
  readonly mergedSections: number;
  /** A table row up to here stays whole. */
  readonly wholeRow: number;
  /** How much of the chunk before is repeated at most. */
  readonly overlap: number;
}

const DEFAULT_TARGET_CHARS = 1200;
/** What a section that stays whole has of the target. */
const WHOLE_SECTION = 1.5;

/** The sizes for a text. */
export function chunkSizes(
  text: string,
  { targetChars = DEFAULT_TARGET_CHARS, maxTokens, overlapTokens = 0 }: ChunkOptions,
): ChunkSizes {
  if (maxTokens === undefined) return sizesFor(targetChars, 0, CHARACTERS);
  const overlap = overlapTokens * QUARTERS_PER_TOKEN;
  return sizesFor((maxTokens * QUARTERS_PER_TOKEN - overlap) / WHOLE_SECTION, overlap, tokenRuler(text));
}

function sizesFor(wanted: number, overlap: number, ruler: Ruler): ChunkSizes {
  const target = Math.max(8, Math.floor(wanted));
  return {
    ruler,
    overlap,
    target,
    smallest: Math.floor(target * 0.6),
    largest: Math.floor(target * 1.4),
    wholeSection: Math.floor(target * WHOLE_SECTION),
    mergedSections: Math.floor(target / 2),
    wholeRow: target * 2,
  };
}
