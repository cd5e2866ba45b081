import type { Result } from "./result.ts";
import { ratioOf, type Spread, spreadOf } from "./statistics.ts";
import type { Reference, Target } from "./target.ts";

/** A target, and what a run reached. */
export interface Verdict {
  readonly target: Target;
  /** Undefined if the run did not measure it. */
  readonly reached: Spread | undefined;
  readonly isReached: boolean | undefined;
}

const MEGABYTE = 1e6;

/** Compares results with targets. A target is judged by the median. */
export function judge(targets: readonly Target[], results: readonly Result[]): Verdict[] {
  return targets.map((target) => {
    const reached = measured(target, results);
    if (!reached) return { target, reached, isReached: undefined };
    const { median } = reached;
    return {
      target,
      reached,
      isReached: target.bound === "at least" ? median >= target.limit : median <= target.limit,
    };
  });
}

function measured({ of, beside, unit }: Target, results: readonly Result[]): Spread | undefined {
  const blocks = blocksAt(of, results);
  if (!blocks) return undefined;
  if (!beside) return spreadOf(unit === "MB" ? blocks.map((bytes) => bytes / MEGABYTE) : blocks);
  const others = blocksAt(beside, results);
  return others && ratioOf(blocks, others);
}

/** Returns the blocks of a quantity; undefined if it was not measured. */
export function blocksAt(reference: Reference, results: readonly Result[]): readonly number[] | undefined {
  const found = results.find(
    ({ part, size, line, side }) =>
      part === reference.part &&
      size === reference.size &&
      line === reference.line &&
      side === reference.side,
  );
  const blocks = found?.blocks[reference.quantity];
  return blocks && blocks.length > 0 ? blocks : undefined;
}
