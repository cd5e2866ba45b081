import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { QuarryError } from "@quarry/core";

// PostgreSQL takes the length of a table's file for the number of its rows: a file that was cut off, e.g. by a repair of the
// file system, loses rows without an error, and new rows take their place.

/** The files of a stopped cluster. */
interface FileSizes {
  /** PostgreSQL's control file, which each start changes. */
  readonly control: string;
  /** Sizes in bytes, by path. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Tables and indexes, by the number of their file. */
  readonly names: RelationNames;
}

/** Tables and indexes, by the number of their file. */
export type RelationNames = Readonly<Record<string, string>>;

const MAX_SHOWN = 5;

/** Notes how long the files of a stopped cluster are. */
export function noteFileSizes(folder: string, names: RelationNames): void {
  const data = join(folder, "data");
  const noted: FileSizes = { control: controlOf(data), sizes: sizesIn(data), names };
  // Readers find the whole file or none.
  writeFileSync(`${noteIn(folder)}.tmp`, JSON.stringify(noted));
  renameSync(`${noteIn(folder)}.tmp`, noteIn(folder));
}

/**
 * Compares the files with what was noted when the cluster was last stopped. Checks nothing when it has run since then, as after a crash.
 * @throws QuarryError `invalid_request` when a file is shorter or missing; the message names it and says what to do.
 */
export function requireWholeFiles(folder: string): void {
  const noted = readNote(folder);
  const data = join(folder, "data");
  if (!noted || noted.control !== controlOf(data)) return;
  const damaged = Object.entries(noted.sizes).flatMap(([path, size]) => {
    const now = statSync(join(data, path), { throwIfNoEntry: false })?.size;
    if (now !== undefined && now >= size) return [];
    const name = noted.names[/(\d+)[^/]*$/.exec(path)?.[1] ?? ""];
    const what = name === undefined ? path : `${path} (${name})`;
    return [now === undefined ? `${what} is missing` : `${what} has ${now} bytes instead of ${size}`];
  });
  if (damaged.length === 0) return;
  const more = damaged.length > MAX_SHOWN ? `; and ${damaged.length - MAX_SHOWN} more` : "";
  throw new QuarryError(
    "invalid_request",
    `The database in ${data} is damaged: ${damaged.slice(0, MAX_SHOWN).join("; ")}${more}. Nothing was changed. Put these files back, or restore the last backup into a new data folder (quarry restore); then check the disk. To start with the rest of the data, copy the folder and delete ${noteIn(folder)}.`,
  );
}

const noteIn = (folder: string) => join(folder, "file-sizes.json");

function readNote(folder: string): FileSizes | undefined {
  try {
    return JSON.parse(readFileSync(noteIn(folder), "utf8"));
  } catch {
    return undefined;
  }
}

function controlOf(data: string): string {
  try {
    return readFileSync(join(data, "global", "pg_control")).toString("base64");
  } catch {
    // PostgreSQL reports it.
    return "";
  }
}

/** The files of tables, indexes, and the states of transactions. */
function sizesIn(data: string): Record<string, number> {
  const sizes: Record<string, number> = {};
  for (const folder of ["base", "global", "pg_xact"])
    for (const entry of readdirSync(join(data, folder), { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !/^[0-9A-F]+(_[a-z]+)?(\.\d+)?$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      sizes[path.slice(data.length + 1)] = statSync(path).size;
    }
  return sizes;
}
