export const ORG = "org_bench";
export const CHUNKS_PER_DOCUMENT = 10;

/** Returns the space of a batch: one space has half of all chunks, five have 3 % each, and small ones have the rest. */
export function spaceOf(batch: number): string {
  const place = (batch * 0.6180339887) % 1;
  if (place < 0.5) return "half";
  if (place < 0.65) return `mid${Math.floor((place - 0.5) / 0.03)}`;
  return `small${Math.floor((place - 0.65) / 0.0075)}`;
}

/** The spaces that queries search. */
export const SCOPES: Readonly<Record<string, readonly string[]>> = {
  small: ["small3"],
  five: ["mid0", "mid1", "mid2", "mid3", "mid4"],
  half: ["half"],
};
