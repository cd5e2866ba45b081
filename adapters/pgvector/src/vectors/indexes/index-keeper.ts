import { type SQL, sql } from "drizzle-orm";
import type { Reserve, Run } from "../../sql/sql-executor.ts";
import { createIndexBuilder } from "./index-builder.ts";
import { defineIndex, INDEX_PREFIX, type IndexDefinition } from "./index-definition.ts";
import { createModelWatch, type ModelWatch } from "./model-watch.ts";

/** An index that queries can use. */
export interface UsableIndex extends IndexDefinition {
  /** How many vectors it holds, about. */
  readonly size: number;
}

/** Knows which models have an index, and sees to it that the large ones get one. */
export interface IndexKeeper {
  /** Tells of a use of a model: `written` records, or a query when 0. Never waits; work goes on behind. */
  used(model: string, dimensions: number, written: number): void;
  /** The index for a model's vectors; undefined as long as there is none. */
  usable(model: string, dimensions: number): UsableIndex | undefined;
  /** Cancels a build that is going on; the next process to look makes it anew. */
  close(): Promise<void>;
}

/** Indexes that other processes made or dropped are noticed after this long. */
const LOOK_EVERY_MS = 60_000;
const CANCEL_EVERY_MS = 200;
/** The database does not answer. */
const PAUSE_MS = 5000;

/** Creates the keeper; it has looked once when this resolves. */
export async function createIndexKeeper({
  run,
  reserve,
  exactUpTo,
  prefersHalf,
  onProblem,
}: {
  readonly run: Run;
  readonly reserve: Reserve;
  readonly exactUpTo: number;
  readonly prefersHalf: boolean;
  readonly onProblem: (error: unknown) => void;
}): Promise<IndexKeeper> {
  const watches = new Map<string, ModelWatch>();
  let sizes = new Map<string, number>();
  let lookedAt = 0;
  let pausedUntil = 0;
  let isClosed = false;
  let work: Promise<void> | undefined;
  const builder = createIndexBuilder(reserve, () => isClosed);

  async function look(): Promise<void> {
    lookedAt = Date.now();
    const rows = await run(sql`
      select relname as name, reltuples as size from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = to_regclass('chunk_vectors') and indisvalid and starts_with(relname, ${INDEX_PREFIX}::text)`);
    sizes = new Map(rows.map(({ name, size }) => [String(name), Math.max(Number(size), exactUpTo)]));
  }

  /** Makes what is missing and large enough, one index after the other. */
  async function makeIndexes(): Promise<void> {
    for (const watch of watches.values()) {
      const { index } = watch;
      if (isClosed) return;
      if (sizes.has(index.name) || !watch.isDue()) continue;
      try {
        const [row] = await run(sql`
          select count(*)::int as total from (
            select from chunk_vectors where model = ${index.model} limit ${exactUpTo + 1}
          ) as counted`);
        watch.counted(Number(row?.total));
        if (Number(row?.total) <= exactUpTo) continue;
        if ((await builder.build(index, watch.hasFailed)) === "busy") watch.postpone();
        else await look();
      } catch (error) {
        if (isClosed) return;
        watch.failed();
        onProblem(error);
      }
    }
  }

  function start(): void {
    if (work || isClosed || Date.now() < pausedUntil) return;
    work = look()
      .then(makeIndexes)
      .catch((error) => {
        pausedUntil = Date.now() + PAUSE_MS;
        if (!isClosed) onProblem(error);
      })
      .finally(() => {
        work = undefined;
      });
  }

  await look();
  return {
    used(model, dimensions, written) {
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
      if ((isMissing && watch.isDue()) || Date.now() - lookedAt > LOOK_EVERY_MS) start();
    },

    usable(model, dimensions) {
      const index = watches.get(`${dimensions} ${model}`)?.index;
      const size = index && sizes.get(index.name);
      return index && size !== undefined ? { ...index, size } : undefined;
    },

    async close() {
      isClosed = true;
      while (work) {
        // Again and again, as a cancellation between two statements is lost.
        const { pid } = builder;
        if (pid) await run(cancelBuild(pid)).catch(() => undefined);
        await Promise.race([work, new Promise((resolve) => setTimeout(resolve, CANCEL_EVERY_MS))]);
      }
    },
  };
}

/** Only while it is at an index: the connection may have just been given back, and be at somebody else's statement. */
function cancelBuild(pid: number): SQL {
  return sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where pid = ${pid}::int and state = 'active' and query ~ '^(create|drop) index concurrently'`;
}
