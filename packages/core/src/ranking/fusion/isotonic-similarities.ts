/** Adjacent items pooled to one similarity. */
interface Block {
  sum: number;
  count: number;
}

/**
 * Adjusts similarities to an order chosen by a reranker: makes them non-increasing with the least squared change
 * (isotonic regression by pooling adjacent violators). Rising runs are replaced by their mean, so the overall mean and
 * range are preserved, and similarities already in order do not change.
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
  // Clamps: rounding must not move a mean out of the range.
  return blocks.flatMap((block) =>
    new Array<number>(block.count).fill(Math.min(most, Math.max(least, meanOf(block)))),
  );
}

function meanOf({ sum, count }: Block): number {
  return sum / count;
}
