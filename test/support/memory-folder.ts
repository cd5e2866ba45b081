import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { removeAtEnd } from "./remove-at-end.ts";

/** Where Linux mounts a file system in memory for all users. */
const MOUNT = "/dev/shm";
/** The tests use less than 1 GB; other programs need memory as well. */
const NEEDED_BYTES = 4e9;

/**
 * Creates a folder in memory for temporary files, which disappears with this process. Each test database consists of
 * hundreds of small files. Creating them on ext4 while others are being deleted takes several times the processor time,
 * because it does not reuse an inode for some seconds.
 * @returns The folder; undefined where the system has none, or too little memory.
 */
export function createMemoryFolder(): string | undefined {
  if (!hasRoom()) return undefined;
  const folder = mkdtempSync(join(MOUNT, "quarry-"));
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o1777);
  // After the database servers in it have ended.
  removeAtEnd(folder, 5);
  return folder;
}

function hasRoom(): boolean {
  if (process.platform !== "linux") return false;
  try {
    accessSync(MOUNT, constants.W_OK);
    const { bavail, bsize } = statfsSync(MOUNT);
    const available = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1] ?? "0";
    return Math.min(bavail * bsize, Number(available) * 1024) >= NEEDED_BYTES && !forbidsPrograms();
  } catch {
    return false;
  }
}

/** Some tests run programs that they wrote. */
function forbidsPrograms(): boolean {
  const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n");
  return mounts.some((line) => line.split(" ")[1] === MOUNT && /\bnoexec\b/.test(line));
}
