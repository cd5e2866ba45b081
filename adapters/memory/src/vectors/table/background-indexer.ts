import { loadUsearch } from "../graph/usearch.ts";
import type { VectorTable } from "./vector-table.ts";

/** Adds vectors to the tables' indexes a few at a time, while others have the thread in between. */
export interface BackgroundIndexer {
  /** Says that a table may have something to index. */
  wake(table: VectorTable): void;
  forget(table: VectorTable): void;
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>;
  close(): void;
}

const SLICE_MS = 6;
/** As long again for everyone else, unless someone waits for the end. */
const REST_MS = 6;

/** Creates an indexer of tables with at least `least` vectors. */
export function createBackgroundIndexer(least: number, load = loadUsearch): BackgroundIndexer {
  const behind = new Set<VectorTable>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWorking = false;
  let waiting = 0;

  function schedule() {
    if (timer !== undefined || isWorking || behind.size === 0) return;
    timer = setTimeout(work, waiting > 0 ? 0 : REST_MS);
    // A process that has nothing else to do may end.
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
