import type { Reserve, Session } from "../../sql/sql-executor.ts";
import { createIndexSql, type IndexDefinition } from "./index-definition.ts";

/** Outcome of a build: `busy` when another process is building an index. */
export type BuildResult = "built" | "busy";

/** Builds indexes, one at a time across all processes of the database. */
export interface IndexBuilder {
  build(index: IndexDefinition, isSerial: boolean): Promise<BuildResult>;
  /** Id of the server process that builds, for cancelling it; undefined when no build runs. */
  readonly pid: number | undefined;
}

type Setting = readonly [name: string, value: string];

/**
 * Only ever tried, never waited for: a connection waiting for a lock blocks concurrent index builds, which wait for
 * it in turn.
 */
const LOCK = "hashtextextended('chunk_vectors indexes', 0)";
const MAX_MEMORY_KB = 1024 * 1024;
/** Bytes of a vector in a graph under construction, in addition to its numbers. */
const GRAPH_BYTES = 1200;

/** Creates a builder that reserves a connection for each build: its settings and lock are bound to one session. */
export function createIndexBuilder(reserve: Reserve, isClosed: () => boolean): IndexBuilder {
  let pid: number | undefined;

  async function buildLocked(session: Session, index: IndexDefinition): Promise<void> {
    const [found] = await session.unsafe(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('${index.name}')`,
    );
    if (found?.valid === true) return;
    // Left invalid by a crash or a failed build.
    if (found) await session.unsafe(`drop index concurrently if exists ${index.name}`);
    if (isClosed()) return;
    await session.unsafe(createIndexSql(index));
    await session.unsafe(`drop index concurrently if exists ${index.otherName}`);
  }

  return {
    get pid() {
      return pid;
    },

    async build(index, isSerial) {
      const session = await reserve();
      const settings: Setting[] = [];
      let isLocked = false;
      let isLost = false;
      try {
        const [lock] = await session.unsafe(
          `select pg_try_advisory_lock(${LOCK}) as free, pg_backend_pid() as pid`,
        );
        isLocked = lock?.free === true;
        if (!isLocked) return "busy";
        pid = Number(lock?.pid);
        for (const setting of await settingsFor(session, index, isSerial)) {
          settings.push(setting);
          await session.unsafe(`set ${setting[0]} = ${setting[1]}`);
        }
        await buildLocked(session, index);
        return "built";
      } catch (error) {
        isLost = (error as { severity?: string }).severity !== "ERROR";
        throw error;
      } finally {
        pid = undefined;
        // A lost connection has released its settings and lock, and must not return to the pool.
        if (!isLost) await giveBack(session, settings, isLocked);
      }
    },
  };
}

/** Restores a connection's settings and returns it to the pool. */
async function giveBack(session: Session, settings: readonly Setting[], isLocked: boolean): Promise<void> {
  for (const [name] of settings) await session.unsafe(`reset ${name}`);
  if (isLocked) await session.unsafe(`select pg_advisory_unlock(${LOCK})`);
  session.release();
}

/** Chooses the settings of a build. A graph that fits into memory is built many times faster. */
async function settingsFor(
  session: Session,
  { dimensions, kind }: IndexDefinition,
  isSerial: boolean,
): Promise<Setting[]> {
  const [row] = await session.unsafe(
    "select setting as kb, pg_table_size('chunk_vectors') as bytes from pg_settings where name = 'maintenance_work_mem'",
  );
  const vectors = Number(row?.bytes) / (dimensions * 4);
  const bytes = vectors * (dimensions * (kind === "vector" ? 4 : 2) + GRAPH_BYTES);
  const memoryKb = Math.max(Number(row?.kb), Math.min(Math.ceil(bytes / 1024), MAX_MEMORY_KB));
  return [
    ["maintenance_work_mem", `'${memoryKb}kB'`],
    ["statement_timeout", "0"],
    ["lock_timeout", "0"],
    // Parallel workers need shared memory, which containers often lack.
    ...(isSerial ? [["max_parallel_maintenance_workers", "0"] as const] : []),
  ];
}
