import type { YieldToEventLoop } from "@quarry/core";
import type { PendingGraph } from "../graph/vector-graphs.ts";
import type { VectorTable } from "../table/vector-table.ts";
import type { ScopeMask } from "./scope-mask.ts";
import type { TopHits } from "./top-hits.ts";

/** A question to one table. */
export interface TableSearch {
  readonly table: VectorTable;
  /** Of length 1. */
  readonly question: Float64Array;
  readonly topK: number;
  readonly mask: ScopeMask;
  readonly top: TopHits;
  /** Fewer passing records than this are read one by one. */
  readonly exactBelow: number;
  /** A proposal of the index costs as much as reading so many vectors. */
  readonly proposalCost: number;
  /** Lets other work happen in between. */
  readonly yieldToEventLoop: YieldToEventLoop;
}

/** The index proposes at least so many, so that a rough distance costs no recall. */
const LEAST_PROPOSED = 192;
/** And so many times what is asked for. */
const OVERSAMPLING = 2;
/** So many times what is asked for must pass. */
const MARGIN = 1.5;
/** Reading by groups jumps about in memory, which is slower than reading everything when most passes. */
const SPARSE = 0.25;
const SLOTS_A_SLICE = 4096;

/** Adds the table's best to `top`: exactly, or through the index where that is faster. */
export async function searchTable(search: TableSearch): Promise<void> {
  const { table, mask, exactBelow } = search;
  const passing = mask.passing();
  if (passing === 0) return;
  const indexed = passing >= exactBelow ? table.graphs.current : undefined;
  if (indexed && searchIndex(search, indexed, passing)) return;
  const isSparse = passing < table.size * SPARSE;
  await readSlots(search, isSparse ? mask.groups().flatMap((group) => table.slotsOf(group)) : undefined);
}

/** Reads these slots, or all. */
async function readSlots(search: TableSearch, slots: readonly number[] | undefined): Promise<void> {
  const { table, question, top, yieldToEventLoop } = search;
  const visit = (slot: number, score: number) => {
    offer(search, slot, score);
    return top.least;
  };
  for (let start = 0; start < (slots?.length ?? table.slots); start += SLOTS_A_SLICE) {
    await yieldToEventLoop();
    const end = Math.min(slots?.length ?? table.slots, start + SLOTS_A_SLICE);
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

/** Asks the index for more and more; false when reading the vectors is cheaper or surer. */
function searchIndex(search: TableSearch, { graph, pending }: PendingGraph, passing: number): boolean {
  const { table, question, topK, mask, proposalCost } = search;
  const wanted = Math.max(LEAST_PROPOSED, topK * OVERSAMPLING);
  const rough = Float32Array.from(question);
  // Slots may share a node, so that there can be more of them than nodes.
  for (let count = Math.ceil(wanted * Math.max(1, graph.nodes / passing)); ; count *= 3) {
    const asked = Math.min(count, graph.nodes);
    if (asked * proposalCost > passing) return false;
    const { proposals, farthest, found } = graph.nearest(rough, asked);
    const passed = proposals.filter(({ slot }) => mask.passes(table.groupAt(slot)));
    // With nothing worse behind the last that counts, ties of it may be missing, and too few were proposed.
    const last = passed[Math.ceil(topK * MARGIN) - 1];
    if ((last && last.distance < farthest) || found === graph.nodes) {
      for (const { slot } of passed) offer(search, slot, table.score(slot, question));
      for (const slot of pending) offer(search, slot, table.score(slot, question));
      return true;
    }
    if (asked === graph.nodes) return false;
  }
}
