const REACH = 20;

/**
 * FNV-1a of the characters around a position. It ranks the places where text may be cut by what stands there alone,
 * so that an edit elsewhere leaves the choice as it was.
 */
export function hashAround(text: string, position: number): number {
  const end = Math.min(text.length, position + REACH);
  let hash = 0x811c9dc5;
  for (let at = Math.max(0, position - REACH); at < end; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  // Neighbours share most of their window: without this last mixing their order would follow the last character.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
