/** Segment tree for range-minimum queries: built in linear time, queried in logarithmic time. */
export class RangeMinimum {
  readonly #values: Uint32Array;
  readonly #tree: Int32Array;
  readonly #size: number;

  constructor(values: Uint32Array) {
    this.#values = values;
    this.#size = values.length;
    this.#tree = new Int32Array(2 * values.length);
    for (let index = 0; index < this.#size; index++) this.#tree[this.#size + index] = index;
    for (let node = this.#size - 1; node > 0; node--) {
      this.#tree[node] = this.#better(this.#tree[2 * node] ?? 0, this.#tree[2 * node + 1] ?? 0);
    }
  }

  /** Index of the smallest value in `[from, to]`; the first one if several are equal. */
  indexOfMinimum(from: number, to: number): number {
    let best = from;
    let low = from + this.#size;
    let high = to + this.#size + 1;
    while (low < high) {
      if (low & 1) best = this.#better(best, this.#tree[low++] ?? best);
      if (high & 1) best = this.#better(best, this.#tree[--high] ?? best);
      low >>= 1;
      high >>= 1;
    }
    return best;
  }

  #better(one: number, other: number): number {
    const left = this.#values[one] ?? 0;
    const right = this.#values[other] ?? 0;
    if (left === right) return Math.min(one, other);
    return left < right ? one : other;
  }
}
