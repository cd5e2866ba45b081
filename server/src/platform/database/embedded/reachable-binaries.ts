import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Binaries, programPath } from "./binaries.ts";
import type { ProcessUser } from "./process-user.ts";

/** Folders for root's copy of the binaries, in order of preference. */
const CACHE_FOLDERS = ["/var/cache/quarry", join(tmpdir(), "quarry-postgres")];

/**
 * Makes sure that the user can run the binaries. Returns them unchanged if so. Otherwise, e.g. in root's home, returns a
 * copy in the system's cache, created once for each version.
 */
export function makeReachable(binaries: Binaries, user: ProcessUser | undefined): Binaries {
  if (user === undefined || canRun(binaries, user)) return binaries;
  let lastError: unknown;
  for (const cache of CACHE_FOLDERS)
    try {
      return { ...binaries, folder: copyInto(cache, binaries) };
    } catch (error) {
      lastError = error;
    }
  throw lastError;
}

/** True when the user can run the programs and read their libraries, including every folder on the path. */
function canRun({ folder }: Binaries, user: ProcessUser): boolean {
  const start = realpathSync(programPath(folder, "postgres"));
  if (!isAllowed(start, user, 0o5)) return false;
  for (let at = dirname(start); ; at = dirname(at)) {
    if (!isAllowed(at, user, 0o1)) return false;
    if (at === dirname(at)) break;
  }
  return ["lib", "share"].every((name) => isAllowed(join(folder, name), user, 0o5));
}

/** True when the user has the permissions `wanted` (read 4, run 1). */
function isAllowed(path: string, { uid, gid }: ProcessUser, wanted: number): boolean {
  const found = statSync(path);
  const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
  return ((found.mode >> shift) & wanted) === wanted;
}

function copyInto(cache: string, { folder, version }: Binaries): string {
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  requireSoleOwner(cache);
  chmodSync(cache, 0o755);
  const copy = join(cache, `postgresql-${version}`);
  if (!statSync(copy, { throwIfNoEntry: false })) {
    const unfinished = mkdtempSync(`${copy}-`);
    // Skips files that are only needed to link programs.
    cpSync(folder, unfinished, { recursive: true, filter: (path) => !/\.a$|[/\\]pgxs$/.test(path) });
    makeReadableByAll(unfinished);
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      // Another process finished its copy first.
      if (!statSync(copy, { throwIfNoEntry: false })) throw error;
    }
  }
  requireSoleOwner(copy);
  return copy;
}

/** Throws for a folder that another user could have written to. */
function requireSoleOwner(path: string): void {
  const { uid, mode } = lstatSync(path);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0 || !lstatSync(path).isDirectory())
    throw new Error(
      `${path} is not a folder that only this user can write to. Remove it, then start Quarry again.`,
    );
}

function makeReadableByAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    chmodSync(path, entry.isDirectory() || (statSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}
