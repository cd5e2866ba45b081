import type { Usearch } from "./usearch.ts";
import { createVectorGraph, type SavedGraph, type VectorGraph } from "./vector-graph.ts";

/** An index and the slots that are not in it yet. */
export interface PendingGraph {
  readonly graph: VectorGraph;
  readonly pending: Set<number>;
}

/** A table's approximate index through its life: none, being built, in use, being replaced. */
export interface VectorGraphs {
  /** What can be searched: an index and the few slots beside it; undefined while a search has to be exact. */
  readonly current: PendingGraph | undefined;
  /** Whether `work` has something to do in a table of at least `least` vectors. */
  isBehind(least: number): boolean;
  /** Adds a few vectors to the index, or begins another. */
  work(usearch: Usearch): void;
  add(slot: number): void;
  remove(slot: number): void;
  /** Takes over an index that was saved; what it lacks is added in time. */
  restore(usearch: Usearch, saved: SavedGraph): void;
}

/** What the index is made of. */
export interface VectorSource {
  at(slot: number): Float32Array;
  isSearchable(slot: number): boolean;
  slots(): number;
  size(): number;
}

/** So many vectors are added before others get the thread again: about a millisecond. */
const BATCH = 4;
/** Dead nodes cost memory and push live ones out of what the index proposes. */
const MOST_DEAD = 0.2;
/** More than this share beside the index, and reading everything is as fast. */
const MOST_PENDING = 0.2;

/** Creates the index of an empty table. */
export function createVectorGraphs(dimensions: number, source: VectorSource): VectorGraphs {
  let serving: PendingGraph | undefined;
  let building: PendingGraph | undefined;

  function* searchable() {
    for (let slot = 0; slot < source.slots(); slot += 1) if (source.isSearchable(slot)) yield slot;
  }

  const isWorn = ({ graph }: PendingGraph) => graph.dead > graph.nodes * MOST_DEAD;

  function addSome({ graph, pending }: PendingGraph) {
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
      return pending.size <= (graph.nodes - graph.dead) * MOST_PENDING ? serving : undefined;
    },

    isBehind(least) {
      if (building) return true;
      if (serving) return serving.pending.size > 0 || isWorn(serving);
      return source.size() >= least;
    },

    work(usearch) {
      if (!building && (!serving || isWorn(serving)))
        building = {
          graph: createVectorGraph(usearch, dimensions, source.at),
          pending: new Set(searchable()),
        };
      const worked = building ?? serving;
      if (worked && worked.pending.size > 0) addSome(worked);
      if (!building || building.pending.size > 0) return;
      // A set that was large stays large.
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
