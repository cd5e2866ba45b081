/**
 * Returns the character error rate of a phrase at its best position in a text (Sellers 1980): the minimum number of
 * character edits relative to the phrase's length, and 0 if the text contains the phrase.
 */
export function characterErrorRate(phrase: string, text: string): number {
  const pattern = normalize(phrase);
  const haystack = normalize(text);
  if (haystack.includes(pattern)) return 0;
  // A match may start anywhere, so every position starts with zero edits.
  let row = Array.from({ length: pattern.length + 1 }, (_, at) => at);
  let best = pattern.length;
  for (const char of haystack) {
    const next = [0];
    for (let at = 1; at <= pattern.length; at += 1) {
      const [left = 0, above = 0, diagonal = 0] = [next[at - 1], row[at], row[at - 1]];
      next.push(Math.min(left + 1, above + 1, diagonal + (pattern[at - 1] === char ? 0 : 1)));
    }
    row = next;
    best = Math.min(best, row[pattern.length] ?? best);
  }
  return best / pattern.length;
}

function normalize(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
