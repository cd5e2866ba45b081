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

/** A PostgreSQL cluster on disk, with the binaries and the user that run it. */
export interface Cluster {
  /** Contains all files of the cluster. */
  readonly folder: string;
  /** PostgreSQL's data directory. */
  readonly data: string;
  readonly binaries: Binaries;
  /** The user that its processes run as; undefined for the user of this process. */
  readonly user: ProcessUser | undefined;
}

/**
 * Prepares the folder of a new or an existing cluster: creates missing folders, gives them to the user that PostgreSQL
 * runs as, and links the libraries.
 */
export function prepareCluster(folder: string, binaries: Binaries): Cluster {
  const user = chooseUser(folder);
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (user) changeOwner(folder, user);
  const cluster = { folder, data, user, binaries: makeReachable(binaries, user) };
  linkLibraries(cluster);
  return cluster;
}

/** Major version of the PostgreSQL that created the cluster; undefined without a cluster. */
export function majorOf(folder: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(folder, "data", "PG_VERSION"), "utf8"), 10);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Gives the folder to the user, including its contents when root owns the cluster, e.g. after restoring a backup. */
function changeOwner(folder: string, { uid, gid }: ProcessUser): void {
  const data = join(folder, "data");
  for (const path of [folder, data]) chownSync(path, uid, gid);
  if (statSync(join(data, "PG_VERSION"), { throwIfNoEntry: false })?.uid !== 0) return;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
}

/**
 * Links the libraries under every name that the programs load them by. The npm packages contain no symbolic links: a
 * postinstall script creates them, which Bun does not run and which a read-only installation prevents.
 */
function linkLibraries({ folder, binaries }: Cluster): void {
  const lib = join(binaries.folder, "lib");
  const links = join(folder, "lib");
  rmSync(links, { recursive: true, force: true });
  const linkList = join(binaries.folder, "pg-symlinks.json");
  if (process.platform === "win32" || !existsSync(linkList)) return;
  mkdirSync(links, { mode: 0o755 });
  for (const name of readdirSync(lib))
    if (/\.(so|dylib)/.test(name)) symlinkSync(join(lib, name), join(links, name));
  const names = JSON.parse(readFileSync(linkList, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of names) {
    const link = join(links, basename(target));
    if (!existsSync(link)) symlinkSync(join(lib, basename(source)), link);
  }
}
