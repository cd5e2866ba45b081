import type { Chunking } from "@quarry/sdk";

/** The least and the most that the server takes, in tokens. */
export const TOKENS = { min: 50, max: 2_000 };

/** Chunking settings as they are typed. */
export interface TypedChunking {
  readonly maxTokens: string;
  readonly overlapTokens: string;
}

/** The largest overlap of passages of a length. */
export function mostOverlap(maxTokens: string): number {
  const most = Number(maxTokens);
  return Math.floor((isWithin(most, TOKENS.min, TOKENS.max) ? most : TOKENS.max) / 2);
}

/** The settings, and which of the fields are wrong. */
export function readChunking({ maxTokens, overlapTokens }: TypedChunking) {
  const isLengthValid = maxTokens !== "" && isWithin(Number(maxTokens), TOKENS.min, TOKENS.max);
  const most = mostOverlap(maxTokens);
  const isOverlapValid = overlapTokens !== "" && isWithin(Number(overlapTokens), 0, most);
  const chunking: Chunking | undefined =
    isLengthValid && isOverlapValid
      ? { maxTokens: Number(maxTokens), overlapTokens: Number(overlapTokens) }
      : undefined;
  return { chunking, isLengthValid, isOverlapValid };
}

/** True when both cut a document alike. */
export function isSameChunking(one: Chunking, other: Chunking): boolean {
  return one.maxTokens === other.maxTokens && one.overlapTokens === other.overlapTokens;
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
