import type { FusedHit } from "@quarry/core/internal";
import type { NoResults } from "@quarry/schema";
import type { LiveSpace } from "../indexes/records/live-rows.ts";
import type { PluginHealth } from "../platform/plugins/plugin-health.ts";
import { timed, timedSync } from "../platform/timings.ts";
import { whyNothing } from "./explain/why-nothing.ts";
import { type FusedSearch, fuseLegs } from "./fuse/fuse-legs.ts";
import { countFilteredOut } from "./hydrate/count-filtered-out.ts";
import { type Hydrated, hydrate } from "./hydrate/hydrate.ts";
import type { LiveRows } from "./live/live-rows.ts";
import type { QueryPlan } from "./query-plan.ts";
import type { RequestedSpaces } from "./requested-spaces.ts";
import type { LegSearch } from "./search/search-legs.ts";
import type { SearchRequest } from "./search/search-request.ts";

const DEPTH_FACTOR = 3;
const DEEPER_FACTOR = 4;
const MAX_ROUNDS = 4;

/** The passages that a query found. */
export interface FoundPassages extends Omit<Hydrated, "isFull"> {
  readonly spaces: readonly LiveSpace[];
  /** The search that the passages come from. */
  readonly search: FusedSearch;
  /** Why there are no passages; undefined when there are some. */
  readonly noResults: NoResults | undefined;
}

/**
 * Searches, fuses and hydrates. Hits that are no longer live leave gaps, so it repeats with a greater depth until it
 * has enough passages, the legs are exhausted, or after four rounds.
 * @param spaces Awaited in parallel with the first search; its error takes precedence over errors of the search.
 * @param isExplained Counts in `removed.byFilter` also the hits that the indexes filter out, with a second search.
 */
export async function findPassages(
  {
    live,
    legSearch,
    health,
  }: { readonly live: LiveRows; readonly legSearch: LegSearch; readonly health?: PluginHealth | undefined },
  {
    orgId,
    spaceIds,
    vectorWeights,
    timings,
    signal,
  }: Pick<SearchRequest, "orgId" | "spaceIds" | "vectorWeights" | "timings" | "signal">,
  { question, mode, threshold, documentIds, ...selection }: QueryPlan,
  spaces: RequestedSpaces["rows"],
  isExplained: boolean,
): Promise<FoundPassages> {
  const { topK, candidates, filter } = selection;
  const search = async (depth: number, byFilter: typeof filter) => {
    const scope = { orgId, spaceIds, documentIds };
    const request = { ...scope, question, mode, filter: byFilter, depth, timings, signal };
    const found = await legSearch.search({ ...request, ...(vectorWeights ? { vectorWeights } : {}) });
    return timedSync(timings, "fuse", () => fuseLegs(found, spaceIds));
  };
  const passes = ({ similarity }: FusedHit) => similarity >= threshold;

  let depth = Math.max(legSearch.minDepth(mode), Math.max(topK, candidates) * DEPTH_FACTOR);
  for (let round = 1; ; round += 1, depth *= DEEPER_FACTOR) {
    const [rows, found] = await firstErrorOf(spaces, search(depth, filter));
    const passing = threshold > 0 ? found.hits.filter(passes) : found.hits;
    const { isFull, ...hydrated } = await timed(timings, "live", () =>
      hydrate(live, orgId, passing, selection),
    );
    const isExhausted = !found.mayHaveMore || passing.length < found.hits.length;
    if (!isFull && !isExhausted && round < MAX_ROUNDS) continue;

    const { removed } = hydrated;
    if (health && mode !== "lexical") reportUnknown(health, hydrated);
    // The indexes apply the filter themselves, so the hits that it removes only show without it.
    const countFiltered = async (by: NonNullable<typeof filter>) => {
      const unfiltered = (await search(depth, undefined)).hits.filter(passes);
      return countFilteredOut(live, orgId, unfiltered, by);
    };
    const noResults =
      hydrated.passages.length > 0
        ? undefined
        : await whyNothing({
            ...{ chunks: found.chunks, best: found.hits[0]?.similarity, threshold },
            isOfDocuments: documentIds !== undefined,
            hasUnfilteredHits: filter && (async () => (await countFiltered(filter)) > 0),
          });
    const answer = { spaces: rows, search: found, noResults, ...hydrated };
    if (!isExplained || !filter) return answer;
    const byFilter = removed.byFilter + (await countFiltered(filter));
    return { ...answer, removed: { ...removed, byFilter } };
  }
}

/** Reports a vector store that mostly finds chunks that the database does not hold. */
function reportUnknown(
  health: PluginHealth,
  { passages, removed: { notLive, ...known } }: Omit<Hydrated, "isFull">,
): void {
  const live = Object.values(known).reduce((sum, removed) => sum + removed, passages.length);
  if (notLive > live) health.doubt("query", `returned ${notLive} chunks that the database does not hold`);
  else if (live > 0) health.doubt("query", undefined);
}

/** Awaits two promises; when both reject, throws the first one's error. */
async function firstErrorOf<First, Second>(
  first: First | Promise<First>,
  second: Promise<Second>,
): Promise<[First, Second]> {
  if (!(first instanceof Promise)) return [first, await second];
  const [one, two] = await Promise.allSettled([first, second]);
  if (one.status === "rejected") throw one.reason;
  if (two.status === "rejected") throw two.reason;
  return [one.value, two.value];
}
