import { sectorChains } from "./sector-chains.ts";

/** Where the header names the first sector of the directory ([MS-CFB] 2.2). */
const DIRECTORY_AT = 48;
const ENTRY_BYTES = 128;
/** Where an entry names its left and right sibling and its first child ([MS-CFB] 2.6.1). */
const LINKS_AT = [68, 72, 76];
const NONE = -1;

/**
 * Returns a copy of a compound file in which chains of sectors end and the directory is a tree, because libraries follow
 * loops for ever. Undefined if its directory is damaged.
 */
export function soundCompound(bytes: Uint8Array): Buffer | undefined {
  const file = Buffer.from(bytes);
  const chains = sectorChains(file);
  if (!chains) return undefined;
  chains.cutLoops();
  const { sectorBytes } = chains;
  const entries = chains
    .offsetsFrom(file.readInt32LE(DIRECTORY_AT))
    .flatMap((offset) =>
      Array.from({ length: sectorBytes / ENTRY_BYTES }, (_, at) => offset + at * ENTRY_BYTES),
    )
    .filter((offset) => offset + ENTRY_BYTES <= file.length);
  return isTree(file, entries) ? file : undefined;
}

/** Checks that each entry is linked once at most. Entries that are not linked lose their own links. */
function isTree(file: Buffer, entries: readonly number[]): boolean {
  const linked = new Set([0]);
  for (const entry of linked)
    for (const at of LINKS_AT) {
      const to = file.readInt32LE((entries[entry] ?? 0) + at);
      if (to === NONE) continue;
      if (linked.has(to) || entries[to] === undefined) return false;
      linked.add(to);
    }
  for (const [number, offset] of entries.entries())
    if (!linked.has(number)) for (const at of LINKS_AT) file.writeInt32LE(NONE, offset + at);
  return true;
}
