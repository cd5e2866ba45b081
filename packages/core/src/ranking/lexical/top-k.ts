/** Keeps the best `limit` slots of a stream of scores. */
export interface TopK {
  /** Slots that score below this are not among the best; on equality, ids decide. Negative infinity until full. */
  readonly threshold: number;
  offer(slot: number, score: number): void;
  /** The slots, best first. */
  sorted(): readonly { readonly slot: number; readonly score: number }[];
}

interface Ranked {
  readonly slot: number;
  readonly score: number;
}

/**
 * Creates an empty `TopK`: a heap with the worst slot at the root. Equal scores rank by ascending id.
 * @param idOf Returns the chunk id of a slot; ids compare by code units.
 */
export function createTopK(limit: number, idOf: (slot: number) => string): TopK {
  const heap: Ranked[] = [];

  function isWorse(left: Ranked, right: Ranked): boolean {
    if (left.score !== right.score) return left.score < right.score;
    return idOf(left.slot) > idOf(right.slot);
  }

  function sinkFromTop(item: Ranked): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isWorse(heap[child + 1] as Ranked, heap[child] as Ranked)) child += 1;
      if (!isWorse(heap[child] as Ranked, item)) break;
      heap[at] = heap[child] as Ranked;
      at = child;
    }
    heap[at] = item;
  }

  function riseFromEnd(item: Ranked): void {
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isWorse(item, heap[parent] as Ranked)) break;
      heap[at] = heap[parent] as Ranked;
      at = parent;
    }
    heap[at] = item;
  }

  const top = {
    // A plain field instead of a getter: it is read for every chunk of a space.
    threshold: Number.NEGATIVE_INFINITY,
    offer(slot: number, score: number) {
      const item = { slot, score };
      if (heap.length < limit) riseFromEnd(item);
      else if (heap[0] && isWorse(heap[0], item)) sinkFromTop(item);
      if (heap.length === limit) top.threshold = heap[0]?.score ?? Number.POSITIVE_INFINITY;
    },
    sorted: () => [...heap].sort((left, right) => (isWorse(left, right) ? 1 : -1)),
  };
  return top;
}
