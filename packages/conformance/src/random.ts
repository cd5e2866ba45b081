/** A deterministic source of pseudorandom values. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns an integer in [0, limit). */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Returns a vector of normally distributed numbers. */
  vector(dimensions: number): Float32Array;
  /** Returns the items in random order. */
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** Creates a generator. Equal seeds and names give equal values. */
export function createRandom(seed: number, name: string): Random {
  let state = seed >>> 0;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

  return {
    next,
    below,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    vector: (dimensions) => Float32Array.from({ length: dimensions }, normal),
    shuffled<Item>(items: readonly Item[]) {
      const order = [...items];
      for (let at = order.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [order[at], order[other]] = [order[other] as Item, order[at] as Item];
      }
      return order;
    },
  };
}
