const REACH = 20;

/**
 * FNV-1a hash of the 20 characters on either side of a position. Ranks cut candidates by their local text only, so an
 * edit elsewhere does not change the choice.
 */
export function hashAround(text: string, position: number): number {
  const end = Math.min(text.length, position + REACH);
  let hash = 0x811c9dc5;
  for (let at = Math.max(0, position - REACH); at < end; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  // Neighbouring windows mostly overlap. Without this final mix, the last character would determine their order.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
