import { expect, test } from "bun:test";
import { createSpaceVocabulary } from "./space-vocabulary.ts";

test("returns the spaces of every term after additions and removals in any order", () => {
  const vocabulary = createSpaceVocabulary();
  const model = new Map<string, Set<number>>();
  let state = 7;
  const below = (bound: number) => {
    state = (state * 48271) % 2147483647;
    return state % bound;
  };
  for (let step = 0; step < 5000; step += 1) {
    const term = `t${below(20)}`;
    const space = below(12);
    const held = model.get(term) ?? new Set<number>();
    model.set(term, held);
    if (held.has(space)) {
      held.delete(space);
      vocabulary.remove(term, space);
    } else {
      held.add(space);
      vocabulary.add(term, space);
    }
    expect([...vocabulary.holders(term)].sort((a, b) => a - b)).toEqual([...held].sort((a, b) => a - b));
    if (step % 100 === 0) vocabulary.remove(term, 99);
  }
});
