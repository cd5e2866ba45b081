import type { Usearch } from "./usearch.ts";
import { createVectorGraph, type SavedGraph, type VectorGraph } from "./vector-graph.ts";

/** An index and the slots that it does not contain yet. */
export interface PendingGraph {
  readonly graph: VectorGraph;
  readonly pending: Set<number>;
}

/** Manages a table's approximate index: none, being built, in use, or being replaced. */
export interface VectorGraphs {
  /** The index for searches, with the few slots outside of it; undefined while searches must be exact. */
  readonly current: PendingGraph | undefined;
  /** Returns whether `work` has something to do in a table of at least `least` vectors. */
  isBehind(least: number): boolean;
  /** Adds a few vectors to the index, or starts another index. */
  work(usearch: Usearch): void;
  add(slot: number): void;
  remove(slot: number): void;
  /** Uses a saved index; missing vectors are added in the background. */
  restore(usearch: Usearch, saved: SavedGraph): void;
}

/** The vectors to index. */
export interface VectorSource {
  at(slot: number): Float32Array;
  isSearchable(slot: number): boolean;
  slots(): number;
  size(): number;
}

/** Vectors to add per call of `work`: about a millisecond. */
const BATCH = 4;
/** Maximum share of removed nodes: they cost memory and displace live ones among the proposals. */
const MAX_REMOVED = 0.2;
/** Maximum share of vectors outside of the index; with more, an exact search is as fast. */
const MAX_PENDING = 0.2;

/** Creates the manager of an empty table. */
export function createVectorGraphs(dimensions: number, source: VectorSource): VectorGraphs {
  let serving: PendingGraph | undefined;
  let building: PendingGraph | undefined;

  function* searchable() {
    for (let slot = 0; slot < source.slots(); slot += 1) if (source.isSearchable(slot)) yield slot;
  }

  const isDegraded = ({ graph }: PendingGraph) => graph.dead > graph.nodes * MAX_REMOVED;

  function addBatch({ graph, pending }: PendingGraph) {
    const slots: number[] = [];
    for (const slot of pending) {
      slots.push(slot);
      if (slots.length === BATCH) break;
    }
    graph.add(slots);
    for (const slot of slots) pending.delete(slot);
  }

  return {
    get current() {
      if (!serving) return undefined;
      const { graph, pending } = serving;
      return pending.size <= (graph.nodes - graph.dead) * MAX_PENDING ? serving : undefined;
    },

    isBehind(least) {
      if (building) return true;
      if (serving) return serving.pending.size > 0 || isDegraded(serving);
      return source.size() >= least;
    },

    work(usearch) {
      if (!building && (!serving || isDegraded(serving)))
        building = {
          graph: createVectorGraph(usearch, dimensions, source.at),
          pending: new Set(searchable()),
        };
      const worked = building ?? serving;
      if (worked && worked.pending.size > 0) addBatch(worked);
      if (!building || building.pending.size > 0) return;
      // A new set, because a Set keeps its memory when it shrinks.
      [serving, building] = [{ graph: building.graph, pending: new Set() }, undefined];
    },

    add(slot) {
      serving?.pending.add(slot);
      building?.pending.add(slot);
    },

    remove(slot) {
      for (const each of [serving, building]) {
        each?.pending.delete(slot);
        each?.graph.remove(slot);
      }
    },

    restore(usearch, saved) {
      const graph = createVectorGraph(usearch, dimensions, source.at, saved);
      const pending = new Set<number>();
      for (const slot of searchable()) if (!graph.has(slot)) pending.add(slot);
      serving = { graph, pending };
    },
  };
}
