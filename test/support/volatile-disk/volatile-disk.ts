import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "../seeded-random.ts";
import { until } from "../until.ts";
import type { CutReport } from "./sector-cache.ts";
import { prepareWriteBack } from "./write-back.ts";

/**
 * A disk whose power can be cut. A loop device lies on a file that a process of ours serves, so every write and every flush of
 * the kernel passes through it, regardless of the program and system call.
 */
export interface VolatileDisk {
  /** Where its file system is mounted. */
  readonly folder: string;
  /** Mounts it. A lying disk acknowledges flushes and keeps nothing at a cut. */
  start(options?: { isLying?: boolean }): Promise<void>;
  /**
   * From a call soon after this on, every access fails. What was not flushed is lost, but for a part that the seed chooses.
   * With `writesBack`, the kernel has just begun to write what programs did not sync.
   */
  cut(seed: number, options: { writesBack: boolean }): Promise<CutReport>;
  /** Unmounts it after a cut. The caller has ended the processes that use it. */
  unmount(): Promise<void>;
  /** Unmounts and deletes it. */
  remove(): Promise<void>;
}

/** File systems that the disk can have, with the commands that create and, before a mount, check them. */
const FILE_SYSTEMS = {
  ext4: { make: ["mkfs.ext4", "-q", "-F"], check: ["e2fsck", "-p"] },
  xfs: { make: ["mkfs.xfs", "-q", "-f"], check: undefined },
  btrfs: { make: ["mkfs.btrfs", "-q", "-f"], check: undefined },
} as const;

export type FileSystem = keyof typeof FILE_SYSTEMS;

/** `e2fsck` returns 1 after repairs that it makes without asking, as at every boot. */
const MAX_CHECK_CODE = 1;
const PROCESS = join(import.meta.dir, "disk-process.ts");

/** Creates an empty disk. Throws where it cannot work: without root, loop devices or FUSE. */
export function createVolatileDisk(fileSystem: FileSystem, size: string): VolatileDisk {
  const home = mkdtempSync(join(tmpdir(), "quarry-volatile-"));
  const medium = join(home, "medium");
  const device = join(home, "device");
  const folder = join(home, "disk");
  const { make, check } = FILE_SYSTEMS[fileSystem];
  let running: { readonly process: Bun.Subprocess; report: CutReport | undefined } | undefined;

  run("truncate", "-s", size, medium);
  run(...make, medium);
  writeFileSync(device, "");
  mkdirSync(folder);

  async function unmount(): Promise<void> {
    // Lazily: a process that was killed a moment ago may still have files open.
    for (const mountPoint of [folder, device]) Bun.spawnSync(["umount", "-l", mountPoint]);
    running?.process.kill("SIGKILL");
    await running?.process.exited;
    running = undefined;
  }

  return {
    folder,
    unmount,

    async start({ isLying = false } = {}) {
      if (check) {
        const { exitCode, stdout } = Bun.spawnSync([...check, medium]);
        if (exitCode > MAX_CHECK_CODE) throw new Error(`${check.join(" ")}: ${stdout}`);
      }
      const process_ = Bun.spawn([process.execPath, PROCESS, medium, device, isLying ? "lying" : "honest"], {
        stdio: ["ignore", "inherit", "inherit"],
        ipc(report: CutReport) {
          if (running) running.report = report;
        },
      });
      running = { process: process_, report: undefined };
      await until("the disk", () => statSync(device).size > 0 || undefined);
      // A file system from before a cut ends when the last killed process has closed its files; XFS is not mounted twice.
      await until("the file system to be mounted", () => tryRun("mount", "-o", "loop", device, folder));
    },

    async cut(seed, { writesBack }) {
      const random = seededRandom(seed);
      const writeBack = writesBack ? prepareWriteBack(folder, random(), random) : undefined;
      running?.process.send(seed);
      writeBack?.();
      return until("the disk to lose power", () => running?.report);
    },

    async remove() {
      await unmount();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
}

function tryRun(...command: string[]): true | undefined {
  return Bun.spawnSync(command).exitCode === 0 || undefined;
}
