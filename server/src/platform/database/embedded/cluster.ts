import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { chooseUser, type ProcessUser } from "./process-user.ts";
import { makeReachable } from "./reachable-binaries.ts";

/** A PostgreSQL cluster's place on disk, and what runs it. */
export interface Cluster {
  /** Everything of the cluster is in it. */
  readonly folder: string;
  /** PostgreSQL's data directory. */
  readonly data: string;
  readonly binaries: Binaries;
  /** The user of its processes; undefined: the user of this process. */
  readonly user: ProcessUser | undefined;
}

/** Prepares a folder for a cluster, new or not: owned by the user that PostgreSQL runs as, its libraries findable. */
export function prepareCluster(folder: string, binaries: Binaries): Cluster {
  const user = chooseUser(folder);
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (user) own(folder, user);
  const cluster = { folder, data, user, binaries: makeReachable(binaries, user) };
  linkLibraries(cluster);
  return cluster;
}

/** The major version that a cluster's data were made by; undefined when there is no cluster. */
export function majorOf(folder: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(folder, "data", "PG_VERSION"), "utf8"), 10);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Gives the folder to the user: one that was just made, or, with all that is in it, one that root restored. */
function own(folder: string, { uid, gid }: ProcessUser): void {
  const data = join(folder, "data");
  for (const path of [folder, data]) chownSync(path, uid, gid);
  if (statSync(join(data, "PG_VERSION"), { throwIfNoEntry: false })?.uid !== 0) return;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
}

/**
 * Links the programs' libraries under all names that they are looked for by. The npm packages hold no links and make
 * them after an installation, which Bun does not do and a read-only working copy cannot.
 */
function linkLibraries({ folder, binaries }: Cluster): void {
  const lib = join(binaries.folder, "lib");
  const links = join(folder, "lib");
  rmSync(links, { recursive: true, force: true });
  const listed = join(binaries.folder, "pg-symlinks.json");
  if (process.platform === "win32" || !existsSync(listed)) return;
  mkdirSync(links, { mode: 0o755 });
  for (const name of readdirSync(lib))
    if (/\.(so|dylib)/.test(name)) symlinkSync(join(lib, name), join(links, name));
  const names = JSON.parse(readFileSync(listed, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of names) {
    const link = join(links, basename(target));
    if (!existsSync(link)) symlinkSync(join(lib, basename(source)), link);
  }
}
