import { createHash } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../../snapshot-file.ts";
import type { RecordPlaces } from "../table/record-places.ts";
import type { TableKey, VectorTable } from "../table/vector-table.ts";
import { readTable, useFile, writeTable } from "./table-file.ts";

/** Stores tables as files of a folder. */
export interface Snapshots {
  load(): Promise<void>;
  save(): Promise<void>;
}

/** The state of a table when its file was written. */
interface Saved {
  readonly version: number;
  readonly hasIndex: boolean;
  readonly files: readonly string[];
}

const SUFFIX = ".vectors";
/** Only files with such names are ever removed. */
const OURS = /^[0-9a-f]{64}\.vectors(\..*)?$/;

/** Hashes the key, because ids may contain characters that file names may not. */
function fileOf({ orgId, spaceId, model }: TableKey): string {
  return (
    createHash("sha256")
      .update(JSON.stringify([orgId, spaceId, model]))
      .digest("hex") + SUFFIX
  );
}

/**
 * Creates the snapshots of `places` in a folder, which is created when needed.
 * @param onSkipped Receives the path of each file that cannot be read.
 */
export function createSnapshots(
  folder: string,
  places: RecordPlaces,
  onSkipped: (path: string) => void = () => undefined,
): Snapshots {
  const saved = new WeakMap<VectorTable, Saved>();
  let saving: Promise<void> = Promise.resolve();

  const names = async () => (await readdir(folder).catch(() => [])).filter((name) => OURS.test(name)).sort();
  const hasIndex = (table: VectorTable) => table.graphs.current !== undefined;

  async function saveTable(table: VectorTable): Promise<void> {
    const before = saved.get(table);
    const state = { version: table.version, hasIndex: hasIndex(table) };
    if (before?.version === state.version && before.hasIndex === state.hasIndex) return;
    const file = fileOf(table.key);
    const index = await writeTable(table, folder, file);
    saved.set(table, { ...state, files: index ? [file, index] : [file] });
    // Where that fails, the table keeps its own.
    await useFile(table, join(folder, file), () => table.version === state.version).catch(() => undefined);
  }

  async function saveAll(): Promise<void> {
    await mkdir(folder, { recursive: true });
    for (const table of places.tables.all())
      if (places.tables.get(table.key) === table) await saveTable(table);
    await syncFolder(folder);
    const kept = new Set(places.tables.all().flatMap((table) => saved.get(table)?.files ?? []));
    for (const name of await names()) if (!kept.has(name)) await rm(join(folder, name), { force: true });
  }

  return {
    async load() {
      for (const name of await names()) {
        if (!name.endsWith(SUFFIX)) continue;
        const read = await readTable(join(folder, name)).catch(() => undefined);
        if (!read) onSkipped(join(folder, name));
        // Skips a renamed file.
        if (!read || fileOf(read.table.key) !== name) continue;
        const { table, index } = read;
        const { version } = table;
        places.adopt(table);
        const files = index ? [name, index] : [name];
        saved.set(table, { version, hasIndex: hasIndex(table), files });
      }
    },

    save() {
      const next = saving.then(saveAll);
      saving = next.catch(() => undefined);
      return next;
    },
  };
}
