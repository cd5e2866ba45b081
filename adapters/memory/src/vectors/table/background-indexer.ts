import { loadUsearch } from "../graph/usearch.ts";
import type { VectorTable } from "./vector-table.ts";

/** Adds vectors to the tables' indexes in short slices, so that other work runs in between. */
export interface BackgroundIndexer {
  /** Reports that a table may have vectors to index. */
  wake(table: VectorTable): void;
  forget(table: VectorTable): void;
  /** Resolves when all vectors are indexed. */
  settled(): Promise<void>;
  close(): void;
}

const SLICE_MS = 6;
/** Pause between slices, unless a caller awaits `settled`. */
const REST_MS = 6;

/**
 * Creates an indexer of tables with at least `least` vectors.
 * @param load Loads usearch; tests replace it.
 */
export function createBackgroundIndexer(least: number, load = loadUsearch): BackgroundIndexer {
  const behind = new Set<VectorTable>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWorking = false;
  let waiting = 0;

  function schedule() {
    if (timer !== undefined || isWorking || behind.size === 0) return;
    timer = setTimeout(work, waiting > 0 ? 0 : REST_MS);
    // Does not keep the process alive.
    timer.unref();
  }

  async function work() {
    timer = undefined;
    isWorking = true;
    const usearch = await load();
    const since = performance.now();
    if (!usearch) behind.clear();
    else
      for (const table of behind) {
        while (table.graphs.isBehind(least) && performance.now() - since < SLICE_MS)
          table.graphs.work(usearch);
        if (!table.graphs.isBehind(least)) behind.delete(table);
        if (performance.now() - since >= SLICE_MS) break;
      }
    isWorking = false;
    schedule();
  }

  return {
    wake(table) {
      if (!table.graphs.isBehind(least)) return;
      behind.add(table);
      schedule();
    },
    forget: (table) => void behind.delete(table),

    async settled() {
      waiting += 1;
      while (behind.size > 0) await new Promise((resolve) => setTimeout(resolve, 2));
      waiting -= 1;
    },

    close() {
      clearTimeout(timer);
      timer = undefined;
      behind.clear();
    },
  };
}
