import { createDiskImages } from "./disk-images.ts";

/** True when this machine can mount file systems that are in files: it takes root, loop devices and `mkfs.ext4`. */
export function canMount(): boolean {
  const disks = createDiskImages();
  disks.remove();
  return disks.isPossible;
}

/** True when this machine can stop the writes of a disk. */
export const canFreeze = (): boolean => canMount() && Bun.which("fsfreeze") !== null;

/** True when this machine can cut the power of a disk. */
export const canCut = (): boolean => canMount() && Bun.spawnSync(["test", "-c", "/dev/fuse"]).exitCode === 0;
