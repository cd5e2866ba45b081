const ESCAPE = 27;

/**
 * Counts the control characters in the first `limit` characters. White space (9-13) and ESC, which starts terminal
 * colour codes, do not count.
 */
export function countControls(text: string, limit = text.length): number {
  let count = 0;
  const end = Math.min(limit, text.length);
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 && (code < 9 || code > 13) && code !== ESCAPE) count++;
  }
  return count;
}
