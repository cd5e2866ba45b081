import type { QueryResult } from "@quarry/sdk";

/** How a result stands beside the results of the other settings. */
export type Difference =
  | { readonly kind: "missing" }
  | { readonly kind: "new" }
  /** `by` is the number of places, above 0. */
  | { readonly kind: "up" | "down"; readonly by: number };

/** The differences of a list, by the id of the passage. Results in the same place have none. */
export type Differences = ReadonlyMap<string, Difference>;

/** What differs between the results of two settings. */
export interface Comparison {
  /** What the second list lacks. */
  readonly ofFirst: Differences;
  /** What is new or moved in the second list. */
  readonly ofSecond: Differences;
  readonly count: Readonly<Record<"same" | "moved" | "new" | "missing", number>>;
}

type Results = readonly Pick<QueryResult, "chunk">[];

/** Compares the results of two settings by their passages. */
export function compareResults(first: Results, second: Results): Comparison {
  const [before, after] = [placesOf(first), placesOf(second)];
  const ofFirst = new Map<string, Difference>();
  const ofSecond = new Map<string, Difference>();
  let moved = 0;
  for (const id of before.keys()) if (!after.has(id)) ofFirst.set(id, { kind: "missing" });
  for (const [id, place] of after) {
    const by = (before.get(id) ?? Number.NaN) - place;
    if (Number.isNaN(by)) ofSecond.set(id, { kind: "new" });
    else if (by !== 0) {
      ofSecond.set(id, { kind: by > 0 ? "up" : "down", by: Math.abs(by) });
      moved += 1;
    }
  }
  const added = ofSecond.size - moved;
  return {
    ofFirst,
    ofSecond,
    count: { same: after.size - ofSecond.size, moved, new: added, missing: ofFirst.size },
  };
}

function placesOf(results: Results): Map<string, number> {
  return new Map(results.map(({ chunk }, place) => [chunk.id, place]));
}
