import { readSync, writeSync } from "node:fs";
import { seededRandom } from "../seeded-random.ts";

/** A write that the disk has accepted but not yet put on its medium. */
interface PendingWrite {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** A disk whose medium is a file, with a cache that a power cut empties. */
export interface SectorCache {
  read(offset: number, length: number): Uint8Array;
  write(offset: number, bytes: Uint8Array): void;
  /** Puts everything that was written on the medium. */
  flush(): void;
  /** Loses the cache, except for what the disk happened to have put on the medium already. */
  cut(seed: number): CutReport;
}

/** What a power cut did to the cache. */
export interface CutReport {
  readonly pendingWrites: number;
  readonly kept: string;
}

/** Disks put a sector on the medium whole or not at all. Some have small sectors, others large ones. */
const SECTOR_BYTES = [512, 4096] as const;

/** @param isLying The disk acknowledges flushes without doing anything, and a cut loses the whole cache. */
export function createSectorCache(medium: number, isLying: boolean): SectorCache {
  let pending: PendingWrite[] = [];

  const put = ({ offset, bytes }: PendingWrite): void => {
    for (let at = 0; at < bytes.length; ) at += writeSync(medium, bytes, at, bytes.length - at, offset + at);
  };

  function flush(): void {
    for (const write of pending) put(write);
    pending = [];
  }

  return {
    flush: () => {
      if (!isLying) flush();
    },

    read(offset, length) {
      const bytes = new Uint8Array(length);
      readSync(medium, bytes, 0, length, offset);
      for (const write of pending) {
        const start = Math.max(offset, write.offset);
        const end = Math.min(offset + length, write.offset + write.bytes.length);
        if (start < end)
          bytes.set(write.bytes.subarray(start - write.offset, end - write.offset), start - offset);
      }
      return bytes;
    },

    write(offset, bytes) {
      pending.push({ offset, bytes: new Uint8Array(bytes) });
    },

    cut(seed) {
      const pendingWrites = pending.length;
      const { kept, writes } = survivors(isLying ? [] : pending, seededRandom(seed));
      pending = writes;
      flush();
      return { pendingWrites, kept: isLying ? "none, not even flushed ones" : kept };
    },
  };
}

/** Disks empty their caches in any order: a later write may survive an earlier one, and a write may survive in part. */
function survivors(
  pending: readonly PendingWrite[],
  random: () => number,
): { kept: string; writes: PendingWrite[] } {
  const roll = random();
  if (roll < 0.2) return { kept: "none", writes: [] };
  if (roll < 0.4) {
    const count = Math.floor(random() * (pending.length + 1));
    return { kept: `the first ${count}`, writes: pending.slice(0, count) };
  }
  const share = random();
  const percent = `${Math.round(share * 100)} %`;
  if (roll < 0.6) return { kept: `${percent} of the writes`, writes: pending.filter(() => random() < share) };
  const sectorBytes = SECTOR_BYTES[roll < 0.8 ? 0 : 1];
  const sectors = pending.flatMap((write) => sectorsOf(write, sectorBytes)).filter(() => random() < share);
  return { kept: `${percent} of the sectors of ${sectorBytes} bytes`, writes: sectors };
}

function sectorsOf({ offset, bytes }: PendingWrite, sectorBytes: number): PendingWrite[] {
  const sectors: PendingWrite[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + sectorBytes - ((offset + at) % sectorBytes));
    sectors.push({ offset: offset + at, bytes: bytes.subarray(at, end) });
    at = end;
  }
  return sectors;
}
