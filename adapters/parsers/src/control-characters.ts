const ESCAPE = 27;

/** Number of control characters among the first `limit` ones. Those that format text, and the escape of terminal colours, are none. */
export function countControls(text: string, limit = text.length): number {
  let count = 0;
  const end = Math.min(limit, text.length);
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 && (code < 9 || code > 13) && code !== ESCAPE) count++;
  }
  return count;
}
