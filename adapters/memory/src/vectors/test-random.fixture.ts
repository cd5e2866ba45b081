/** Creates a random generator for tests, reproducible by its seed. */
export function createTestRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const some = <Item>(items: readonly Item[]) => items.filter(() => below(2) === 0);
  const vector = (dimensions: number) =>
    Float32Array.from({ length: dimensions }, () => next() + next() + next() + next() - 2);
  const shuffled = <Item>(items: readonly Item[]) =>
    items
      .map((item): [number, Item] => [next(), item])
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item);
  return { next, below, pick, some, vector, shuffled };
}
