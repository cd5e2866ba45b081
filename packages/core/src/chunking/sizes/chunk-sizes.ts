import type { ChunkOptions } from "../chunk.ts";
import { CHARACTERS, type Ruler, tokenRuler } from "./ruler.ts";
import { QUARTERS_PER_TOKEN } from "./token-estimate.ts";

/** Size limits derived from the chunking settings, in the unit of `ruler`. */
export interface ChunkSizes {
  readonly ruler: Ruler;
  /** Target size of a chunk. */
  readonly target: number;
  /** Cuts leave at least this much on both sides where they can. */
  readonly smallest: number;
  /** Pieces above this are cut where they can be. */
  readonly largest: number;
  /** Sections up to this length stay whole. */
  readonly wholeSection: number;
  /** Neighbouring sections are merged up to this length. */
  readonly mergedSections: number;
  /** Table rows up to this length stay whole. */
  readonly wholeRow: number;
  /** The most of the previous chunk that a chunk repeats. */
  readonly overlap: number;
}

const DEFAULT_TARGET_CHARS = 1200;
/** `wholeSection` as a multiple of the target. */
const WHOLE_SECTION = 1.5;

/** Derives the size limits for a text from the settings. */
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
