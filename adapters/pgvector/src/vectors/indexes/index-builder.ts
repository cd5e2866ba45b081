import type { Reserve, Session } from "../../sql/sql-executor.ts";
import { createIndexSql, type IndexDefinition } from "./index-definition.ts";

/** How one attempt at an index went: `busy` when another process is at one. */
export type BuildResult = "built" | "busy";

/** Makes indexes, one at a time over all processes on the database. */
export interface IndexBuilder {
  build(index: IndexDefinition, isSerial: boolean): Promise<BuildResult>;
  /** The server's process at work, to be cancelled; undefined when there is none. */
  readonly pid: number | undefined;
}

type Setting = readonly [name: string, value: string];

/** Never waited for: a connection that waits for a lock holds up concurrent index builds, which wait for it. */
const LOCK = "hashtextextended('chunk_vectors indexes', 0)";
const MAX_MEMORY_KB = 1024 * 1024;
/** What a vector takes in a graph under construction besides its numbers. */
const GRAPH_BYTES = 1200;

/** Creates a builder on connections of its own: it needs settings, and a lock, that last for one. */
export function createIndexBuilder(reserve: Reserve, isClosed: () => boolean): IndexBuilder {
  let pid: number | undefined;

  async function buildLocked(session: Session, index: IndexDefinition): Promise<void> {
    const [found] = await session.unsafe(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('${index.name}')`,
    );
    if (found?.valid === true) return;
    // What a crash or a failure left half made.
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
        // A lost connection took its settings and its lock along, and the driver must not be given it back.
        if (!isLost) await giveBack(session, settings, isLocked);
      }
    },
  };
}

/** Leaves a connection as it was. */
async function giveBack(session: Session, settings: readonly Setting[], isLocked: boolean): Promise<void> {
  for (const [name] of settings) await session.unsafe(`reset ${name}`);
  if (isLocked) await session.unsafe(`select pg_advisory_unlock(${LOCK})`);
  session.release();
}

/** A graph that fits into memory is made many times faster than one that does not. */
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
    // Workers share memory that containers often have little of.
    ...(isSerial ? [["max_parallel_maintenance_workers", "0"] as const] : []),
  ];
}
