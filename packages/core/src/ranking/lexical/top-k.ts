/** Keeps the best `limit` slots of a stream of scores. */
export interface TopK {
  /** Slots that score below this are not among the best; on equality, ids decide. Negative infinity until full. */
  readonly threshold: number;
  offer(slot: number, score: number): void;
  /** The slots, in no order. */
  all(): { readonly slot: number; score: number }[];
  /** The slots, best first. */
  sorted(): { readonly slot: number; score: number }[];
}

/**
 * Creates an empty `TopK`: a heap with the worst slot at the root, in flat arrays, so that no offer allocates. Equal
 * scores rank by ascending id.
 * @param idOf Returns the chunk id of a slot; ids compare by code units.
 */
export function createTopK(limit: number, idOf: (slot: number) => string): TopK {
  let slots = new Uint32Array(Math.min(limit, 128));
  let scores = new Float64Array(slots.length);
  let size = 0;

  function isWorse(slot: number, score: number, at: number): boolean {
    const other = scores[at] as number;
    if (score !== other) return score < other;
    return idOf(slot) > idOf(slots[at] as number);
  }

  function put(at: number, slot: number, score: number): void {
    slots[at] = slot;
    scores[at] = score;
  }

  function move(from: number, to: number): void {
    put(to, slots[from] as number, scores[from] as number);
  }

  function sinkFromTop(slot: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && isWorse(slots[child + 1] as number, scores[child + 1] as number, child))
        child += 1;
      if (isWorse(slot, score, child)) break;
      move(child, at);
      at = child;
    }
    put(at, slot, score);
  }

  function riseFromEnd(slot: number, score: number): void {
    if (size === slots.length) grow();
    let at = size;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isWorse(slot, score, parent)) break;
      move(parent, at);
      at = parent;
    }
    put(at, slot, score);
    size += 1;
  }

  function grow(): void {
    const capacity = Math.min(limit, slots.length * 2);
    const [oldSlots, oldScores] = [slots, scores];
    slots = new Uint32Array(capacity);
    scores = new Float64Array(capacity);
    slots.set(oldSlots);
    scores.set(oldScores);
  }

  const top = {
    // A plain field instead of a getter: it is read for every chunk of a space.
    threshold: Number.NEGATIVE_INFINITY,
    offer(slot: number, score: number) {
      if (size < limit) riseFromEnd(slot, score);
      else if (size > 0 && !isWorse(slot, score, 0)) sinkFromTop(slot, score);
      if (size === limit) top.threshold = size > 0 ? (scores[0] as number) : Number.POSITIVE_INFINITY;
    },
    all() {
      const found: { slot: number; score: number }[] = [];
      for (let at = 0; at < size; at++)
        found.push({ slot: slots[at] as number, score: scores[at] as number });
      return found;
    },
    sorted() {
      return top
        .all()
        .sort(
          (left, right) =>
            right.score - left.score ||
            (left.slot === right.slot ? 0 : idOf(left.slot) < idOf(right.slot) ? -1 : 1),
        );
    },
  };
  return top;
}
