/** Neighbours that have one similarity together. */
interface Block {
  sum: number;
  count: number;
}

/**
 * Similarities that fall along an order which something better than they has chosen, and differ as little as possible from
 * those given: their isotonic regression, by pooling adjacent violators. A run that rises gets its mean, so the mean of
 * all is kept, nothing leaves the range of what was given, and an order that agrees with them leaves them as they are.
 * @param similarities In the new order.
 */
export function isotonicSimilarities(similarities: readonly number[]): number[] {
  const blocks: Block[] = [];
  for (const similarity of similarities) {
    let block: Block = { sum: similarity, count: 1 };
    for (let before = blocks.at(-1); before && meanOf(before) < meanOf(block); before = blocks.at(-1)) {
      blocks.pop();
      block = { sum: before.sum + block.sum, count: before.count + block.count };
    }
    blocks.push(block);
  }
  const [least, most] = [Math.min(...similarities), Math.max(...similarities)];
  // A sum's rounding must not carry a mean past the range.
  return blocks.flatMap((block) =>
    new Array<number>(block.count).fill(Math.min(most, Math.max(least, meanOf(block)))),
  );
}

function meanOf({ sum, count }: Block): number {
  return sum / count;
}
