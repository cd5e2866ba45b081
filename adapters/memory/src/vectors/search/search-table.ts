import type { YieldToEventLoop } from "@quarry/core/internal";
import type { QueryVector } from "../columns/query-vector.ts";
import type { PendingGraph } from "../graph/vector-graphs.ts";
import type { VectorTable } from "../table/vector-table.ts";
import type { ScopeMask } from "./scope-mask.ts";
import type { TopHits } from "./top-hits.ts";

/** A query of one table. */
export interface TableSearch {
  readonly table: VectorTable;
  readonly question: QueryVector;
  readonly topK: number;
  readonly mask: ScopeMask;
  readonly top: TopHits;
  /** With fewer passing records the search is exact. */
  readonly exactBelow: number;
  /** Cost of one proposal of the index, in vectors compared. */
  readonly proposalCost: number;
  readonly yieldToEventLoop: YieldToEventLoop;
}

/** Minimum number of proposals, so that approximate distances cost no recall. */
const LEAST_PROPOSED = 192;
/** Number of proposals per requested hit. */
const OVERSAMPLING = 2;
/** Number of passing proposals required per requested hit. */
const MARGIN = 1.5;
/**
 * Below this share of passing records the search reads group by group; above it, reading all slots in order is
 * faster.
 */
const SPARSE = 0.25;
const SLOTS_PER_CHECK = 4096;

/** Adds the table's best hits to `top`: exactly, or through the index where that is faster. */
export async function searchTable(search: TableSearch): Promise<void> {
  const { table, mask, exactBelow } = search;
  const passing = mask.passing();
  if (passing === 0) return;
  const indexed = passing >= exactBelow ? table.graphs.current : undefined;
  if (indexed && searchIndex(search, indexed, passing)) return;
  const isSparse = passing < table.size * SPARSE;
  await readSlots(search, isSparse ? mask.groups().flatMap((group) => table.slotsOf(group)) : undefined);
}

/** Compares the given slots, or all. */
async function readSlots(search: TableSearch, slots: readonly number[] | undefined): Promise<void> {
  const { table, question, top, yieldToEventLoop } = search;
  const visit = (slot: number, score: number) => {
    offer(search, slot, score);
    return top.least;
  };
  for (let start = 0; start < (slots?.length ?? table.slots); start += SLOTS_PER_CHECK) {
    await yieldToEventLoop();
    const end = Math.min(slots?.length ?? table.slots, start + SLOTS_PER_CHECK);
    if (!slots) table.scan({ start, end }, question, top.least, visit);
    else for (const slot of slots.slice(start, end)) offer(search, slot, table.score(slot, question));
  }
}

function offer({ table, mask, top }: TableSearch, slot: number, score: number): void {
  if (score < top.least || !table.isSearchable(slot)) return;
  const id = table.idAt(slot);
  if (!top.takes(score, id)) return;
  const group = table.groupAt(slot);
  if (!mask.passes(group)) return;
  const { documentId } = table.groups.get(group);
  top.add({ id, spaceId: table.key.spaceId, documentId, score });
}

/** Requests more and more proposals; returns false when an exact search is cheaper or more reliable. */
function searchIndex(search: TableSearch, { graph, pending }: PendingGraph, passing: number): boolean {
  const { table, question, topK, mask, proposalCost } = search;
  const wanted = Math.max(LEAST_PROPOSED, topK * OVERSAMPLING);
  const rough = Float32Array.from(question.numbers);
  // Slots may share a node, so there may be more slots than nodes.
  for (let count = Math.ceil(wanted * Math.max(1, graph.nodes / passing)); ; count *= 3) {
    const asked = Math.min(count, graph.nodes);
    if (asked * proposalCost > passing) return false;
    const { proposals, farthest, found } = graph.nearest(rough, asked);
    const passed = proposals.filter(({ slot }) => mask.passes(table.groupAt(slot)));
    // Unless a worse proposal follows the last one that counts, ties of it may be missing.
    const last = passed[Math.ceil(topK * MARGIN) - 1];
    if ((last && last.distance < farthest) || found === graph.nodes) {
      for (const { slot } of passed) offer(search, slot, table.score(slot, question));
      for (const slot of pending) offer(search, slot, table.score(slot, question));
      return true;
    }
    if (asked === graph.nodes) return false;
  }
}
