import type { Filter } from "@quarry/core";
import type { QueryMode } from "@quarry/schema";

/** A search over the derived indexes. */
export interface Search {
  readonly orgId: string;
  readonly spaceIds: readonly string[];
  readonly question: string;
  readonly mode: QueryMode;
  readonly filter: Filter | undefined;
  /** How many hits each leg brings. */
  readonly depth: number;
  /** The vector leg's weight in the spaces that have one of their own. */
  readonly vectorWeights?: ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
}
