import type { Filter, SearchScope } from "@quarry/core";
import type { QueryMode } from "@quarry/schema";
import type { Timings } from "../../platform/timings.ts";

/** One search of the derived indexes. */
export interface SearchRequest {
  readonly orgId: string;
  readonly spaceIds: readonly string[];
  /** The only documents of the spaces to search; undefined for all. */
  readonly documentIds?: readonly string[] | undefined;
  readonly question: string;
  readonly mode: QueryMode;
  readonly filter: Filter | undefined;
  /** Number of hits that each leg returns at most. */
  readonly depth: number;
  /** The vector leg's weight in the spaces that set their own, by space id. */
  readonly vectorWeights?: ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
  readonly timings?: Timings | undefined;
  /** Aborted when no one waits for the answer any more. */
  readonly signal?: (() => AbortSignal) | undefined;
}

/** The records that a search may see. */
export function scopeOf({ orgId, spaceIds, documentIds }: SearchRequest): SearchScope {
  return { orgId, spaceIds, ...(documentIds ? { documentIds } : {}) };
}
