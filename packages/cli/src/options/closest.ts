/** The known word that is closest to a mistyped one; undefined if none is similar. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const limit = Math.max(1, Math.floor(lower.length / 3));
  const ranked = known
    .map((name) => ({ name, distance: distanceOf(lower, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= limit || (lower.length > 2 && name.startsWith(lower)))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name;
}

/** " Did you mean ...?", or nothing if no known word is similar. */
export function didYouMean(word: string, known: readonly string[]): string {
  const name = closest(word, known);
  return name === undefined ? "" : ` Did you mean ${name}?`;
}

/** The number of letters to insert, delete, replace or swap with the next one. */
function distanceOf(a: string, b: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (last?.[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last?.[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last ?? [], current];
  }
  return last?.[b.length] ?? 0;
}
