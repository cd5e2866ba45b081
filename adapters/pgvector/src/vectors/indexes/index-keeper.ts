import { AsyncLocalStorage } from "node:async_hooks";
import { type SQL, sql } from "drizzle-orm";
import type { Reserve, Run } from "../../sql/sql-executor.ts";
import { createIndexBuilder } from "./index-builder.ts";
import { defineIndex, INDEX_PREFIX, type IndexDefinition } from "./index-definition.ts";
import { createModelWatch, type ModelWatch } from "./model-watch.ts";

/** A valid index. */
export interface UsableIndex extends IndexDefinition {
  /** Estimated number of vectors in it. */
  readonly size: number;
}

/** Tracks which models have an index and builds one for each large model. */
export interface IndexKeeper {
  /**
   * Reports a use of a model: the number of `written` records, or 0 for a query. Returns immediately; checks and
   * builds run in the background.
   */
  used(model: string, dimensions: number, written: number): void;
  /** Returns the index of a model's vectors; undefined while there is none. */
  usable(model: string, dimensions: number): UsableIndex | undefined;
  /** Cancels a running build; the next process that checks starts it again. */
  close(): Promise<void>;
}

/** Interval for noticing indexes that other processes built or dropped. */
const LIST_EVERY_MS = 60_000;
const CANCEL_EVERY_MS = 200;
/** Pause after the database failed. */
const PAUSE_MS = 5000;

/** Creates the keeper. Resolves after it has listed the existing indexes. */
export async function createIndexKeeper({
  run,
  reserve,
  exactUpTo,
  prefersHalf,
  isIndexed,
  onProblem,
}: {
  readonly run: Run;
  readonly reserve: Reserve;
  readonly exactUpTo: number;
  readonly prefersHalf: boolean;
  readonly isIndexed: (model: string) => boolean;
  readonly onProblem: (error: unknown) => void;
}): Promise<IndexKeeper> {
  const watches = new Map<string, ModelWatch>();
  let sizes = new Map<string, number>();
  let listedAt = 0;
  let pausedUntil = 0;
  let isClosed = false;
  let work: Promise<void> | undefined;
  // Builds do not belong to the query that starts them: they go on when it is stopped.
  const inOwnContext = AsyncLocalStorage.snapshot();
  const builder = createIndexBuilder(reserve, () => isClosed);

  async function refresh(): Promise<void> {
    listedAt = Date.now();
    sizes = await listIndexes(run, exactUpTo);
  }

  /** Builds the missing indexes of large models, one after the other. */
  async function buildIndexes(): Promise<void> {
    for (const watch of watches.values()) {
      const { index } = watch;
      if (isClosed) return;
      if (sizes.has(index.name) || !watch.isDue()) continue;
      try {
        const total = await countVectors(run, index.model, exactUpTo + 1);
        watch.counted(total);
        if (total <= exactUpTo) continue;
        if ((await builder.build(index, watch.hasFailed)) === "busy") watch.postpone();
        else await refresh();
      } catch (error) {
        if (isClosed) return;
        watch.failed();
        onProblem(error);
      }
    }
  }

  function start(): void {
    if (work || isClosed || Date.now() < pausedUntil) return;
    work = inOwnContext(refresh)
      .then(() => inOwnContext(buildIndexes))
      .catch((error) => {
        pausedUntil = Date.now() + PAUSE_MS;
        if (!isClosed) onProblem(error);
      })
      .finally(() => {
        work = undefined;
      });
  }

  await refresh();
  return {
    used(model, dimensions, written) {
      if (!isIndexed(model)) return;
      const key = `${dimensions} ${model}`;
      let watch = watches.get(key);
      if (!watch) {
        const index = defineIndex(model, dimensions, prefersHalf);
        if (!index) return;
        watch = createModelWatch(index, exactUpTo);
        watches.set(key, watch);
      }
      watch.wrote(written);
      const isMissing = !sizes.has(watch.index.name);
      if ((isMissing && watch.isDue()) || Date.now() - listedAt > LIST_EVERY_MS) start();
    },

    usable(model, dimensions) {
      const index = watches.get(`${dimensions} ${model}`)?.index;
      const size = index && sizes.get(index.name);
      return index && size !== undefined ? { ...index, size } : undefined;
    },

    async close() {
      isClosed = true;
      while (work) {
        // Repeated, because a cancellation that arrives between two statements has no effect.
        const { pid } = builder;
        if (pid) await run(cancelBuild(pid)).catch(() => undefined);
        await Promise.race([work, new Promise((resolve) => setTimeout(resolve, CANCEL_EVERY_MS))]);
      }
    },
  };
}

/** Lists the valid indexes with their sizes, at least `leastSize` each. */
async function listIndexes(run: Run, leastSize: number): Promise<Map<string, number>> {
  const rows = await run(sql`
    select relname as name, reltuples * pg_relation_size(indexrelid) / 8192 / greatest(relpages, 1) as size from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = to_regclass('chunk_vectors') and indisvalid and starts_with(relname, ${INDEX_PREFIX}::text)`);
  return new Map(rows.map(({ name, size }) => [String(name), Math.max(Number(size), leastSize)]));
}

/** Counts the vectors of a model, up to `limit`. */
async function countVectors(run: Run, model: string, limit: number): Promise<number> {
  const [row] = await run(sql`
    select count(*)::int as total from (
      select from chunk_vectors where model = ${model} limit ${limit}
    ) as counted`);
  return Number(row?.total);
}

/**
 * Cancels a backend only while it builds an index: by now the connection may be back in the pool and run another
 * statement.
 */
function cancelBuild(pid: number): SQL {
  return sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where pid = ${pid}::int and state = 'active' and query ~ '^(create|drop) index concurrently'`;
}
