import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { type Cluster, prepareCluster } from "./cluster.ts";
import { stopLeftovers } from "./leftovers.ts";
import { dataDirectoryOf, failureOf, spawnProgram } from "./spawn-program.ts";

/** The only user of the database. */
export const SUPERUSER = "quarry";

/**
 * Creates an empty cluster. Writes it under a temporary name, and renames the folder when the cluster is complete and
 * synced to disk. Text sorts by code point and changes case by Unicode's rules on every system.
 */
export async function initializeCluster(folder: string, binaries: Binaries): Promise<void> {
  const unfinished = `${folder}-unfinished`;
  await removeUnfinished(unfinished, binaries);
  const cluster = prepareCluster(unfinished, binaries);
  const initdb = spawnProgram(cluster, "initdb", [
    ...["-D", dataDirectoryOf(cluster), "-U", SUPERUSER, "-E", "UTF8"],
    ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"],
    ...authentication(cluster),
  ]);
  if ((await initdb.exited) !== 0) throw failureOf("cannot create its database", initdb);
  renameSync(unfinished, folder);
  syncFolder(dirname(folder));
}

/** The socket needs no password: only the cluster's user can open it. On Windows any local process can reach the port. */
function authentication({ folder }: Cluster): string[] {
  if (process.platform !== "win32") return ["-A", "trust"];
  const file = join(folder, "password");
  writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return ["-A", "scram-sha-256", `--pwfile=${file}`];
}

async function removeUnfinished(unfinished: string, binaries: Binaries): Promise<void> {
  await stopLeftovers(prepareCluster(unfinished, binaries));
  rmSync(unfinished, { recursive: true, force: true });
}

/** Syncs a folder to disk, so that renames in it survive a power cut. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
