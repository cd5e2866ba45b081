/**
 * The least share of a phrase's characters that must be changed to find it somewhere in a text, 0 when it is there:
 * the character error rate of the best place (Sellers 1980).
 */
export function characterErrorRate(phrase: string, text: string): number {
  const wanted = folded(phrase);
  const given = folded(text);
  if (given.includes(wanted)) return 0;
  // A match may start anywhere, so the first row costs nothing.
  let row = Array.from({ length: wanted.length + 1 }, (_, at) => at);
  let best = wanted.length;
  for (const char of given) {
    const next = [0];
    for (let at = 1; at <= wanted.length; at += 1) {
      const [left = 0, above = 0, diagonal = 0] = [next[at - 1], row[at], row[at - 1]];
      next.push(Math.min(left + 1, above + 1, diagonal + (wanted[at - 1] === char ? 0 : 1)));
    }
    row = next;
    best = Math.min(best, row[wanted.length] ?? best);
  }
  return best / wanted.length;
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
