import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** File systems in files, mounted through loop devices. Requires root. */
export interface DiskImages {
  /** True when this machine can mount them. */
  readonly isPossible: boolean;
  /** Path of a file or folder beside the images, outside of all of them. */
  path(name: string): string;
  /** Makes an empty ext4 file system. Without `maxFiles`, it can hold many. */
  make(image: string, size?: string, maxFiles?: number): void;
  mount(image: string, mountPoint: string): void;
  /** Unmounts and deletes everything. */
  remove(): void;
}

/** Creates a temporary folder for images. */
export function createDiskImages(): DiskImages {
  const folder = mkdtempSync(join(tmpdir(), "quarry-disks-"));
  const mounted: string[] = [];
  const path = (name: string) => join(folder, name);

  function make(image: string, size = "300M", maxFiles?: number): void {
    run("truncate", "-s", size, image);
    run("mkfs.ext4", "-q", ...(maxFiles === undefined ? [] : ["-N", String(maxFiles)]), image);
  }

  function mount(image: string, mountPoint: string): void {
    mkdirSync(mountPoint);
    run("mount", "-o", "loop", image, mountPoint);
    mounted.push(mountPoint);
  }

  function canMount(): boolean {
    if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
    try {
      make(path("probe.img"), "8M");
      mount(path("probe.img"), path("probe"));
      return true;
    } catch {
      return false;
    }
  }

  return {
    isPossible: canMount(),
    ...{ path, make, mount },
    remove() {
      for (const mountPoint of mounted) Bun.spawnSync(["umount", "-l", mountPoint]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
}
