/** The chains of sectors of a compound file. */
export interface SectorChains {
  readonly sectorBytes: number;
  /** Offsets of the sectors of a chain in the file. */
  offsetsFrom(sector: number): readonly number[];
  /** Ends each chain where it would lead back to itself. */
  cutLoops(): void;
}

/** Bytes of a sector, by the major version of the format. */
const SECTOR_BYTES: ReadonlyMap<number, number> = new Map([
  [3, 512],
  [4, 4096],
]);
/** Where the header has its version, and the places of the sectors of links ([MS-CFB] 2.2). */
const [VERSION_AT, FIRST_LIST_AT, LISTS_AT, PLACES_AT, PLACES_END] = [26, 68, 72, 76, 512];
const LINK_BYTES = 4;
const END_OF_CHAIN = -2;
/** A damaged list can repeat sectors of links. A sound file has one link for each sector, and a few spare ones. */
const MAX_LINKS_PER_SECTOR = 4;

/** Opens the chains of a file, which `cutLoops` changes. Undefined if its header is damaged. */
export function sectorChains(file: Buffer): SectorChains | undefined {
  const sectorBytes = file.length < PLACES_END ? undefined : SECTOR_BYTES.get(file.readUInt16LE(VERSION_AT));
  if (sectorBytes === undefined) return undefined;
  const perSector = sectorBytes / LINK_BYTES;
  const sectors = Math.ceil(file.length / sectorBytes);
  const places = placesOfLinks(file, sectorBytes, sectors);
  const links = places.length * perSector;
  if (links > sectors * MAX_LINKS_PER_SECTOR + PLACES_END * perSector) return undefined;

  /** Offset of a sector's link to the next one; undefined if it has none. */
  const linkAt = (sector: number) => {
    const place = places[Math.floor(sector / perSector)];
    if (place === undefined) return undefined;
    const at = (place + 1) * sectorBytes + (sector % perSector) * LINK_BYTES;
    return at + LINK_BYTES > file.length ? undefined : at;
  };
  return {
    sectorBytes,
    offsetsFrom(start) {
      const offsets: number[] = [];
      for (let sector = start; sector >= 0 && offsets.length < sectors; ) {
        offsets.push((sector + 1) * sectorBytes);
        const at = linkAt(sector);
        if (at === undefined) break;
        sector = file.readInt32LE(at);
      }
      return offsets;
    },
    cutLoops() {
      const walkOf = new Uint32Array(links);
      for (let start = 0; start < links; start += 1)
        for (let sector = start; walkOf[sector] === 0; ) {
          walkOf[sector] = start + 1;
          const at = linkAt(sector);
          if (at === undefined) break;
          sector = file.readInt32LE(at);
          if (walkOf[sector] === start + 1) file.writeInt32LE(END_OF_CHAIN, at);
        }
    },
  };
}

/** The sectors that hold links: in the header, then in a chain of sectors that list more. */
function placesOfLinks(file: Buffer, sectorBytes: number, sectors: number): readonly number[] {
  const places: number[] = [];
  const read = (from: number, to: number) => {
    for (let at = from; at < to; at += LINK_BYTES) {
      const place = file.readInt32LE(at);
      if (place < 0) return;
      places.push(place);
    }
  };
  read(PLACES_AT, PLACES_END);
  const lists = Math.min(file.readUInt32LE(LISTS_AT), sectors);
  let list = file.readInt32LE(FIRST_LIST_AT);
  for (let count = 0; count < lists && list >= 0; count += 1) {
    const at = (list + 1) * sectorBytes;
    const end = at + sectorBytes - LINK_BYTES;
    if (end + LINK_BYTES > file.length) break;
    read(at, end);
    list = file.readInt32LE(end);
  }
  return places;
}
