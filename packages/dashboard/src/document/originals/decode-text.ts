const MARKS: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * Decodes a text: by its byte order mark, its declared encoding, as UTF-8, or else byte by byte. The bytes may end within a
 * character.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const mark = MARKS.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  for (const encoding of [mark?.[0], declared, "utf-8"]) {
    if (encoding === undefined) continue;
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    } catch {
      // It is another encoding, or one that browsers do not know.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}
