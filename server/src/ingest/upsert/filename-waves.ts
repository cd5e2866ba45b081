/**
 * Splits a batch into waves, so that a filename occurs at most once per wave and repeated filenames keep their order.
 */
export function filenameWaves<Item extends { readonly input: { readonly filename: string } }>(
  items: readonly Item[],
): Item[][] {
  const waves: Item[][] = [];
  const seen = new Map<string, number>();
  for (const item of items) {
    const wave = seen.get(item.input.filename) ?? 0;
    seen.set(item.input.filename, wave + 1);
    const itemsOfWave = waves[wave] ?? [];
    waves[wave] = itemsOfWave;
    itemsOfWave.push(item);
  }
  return waves;
}
