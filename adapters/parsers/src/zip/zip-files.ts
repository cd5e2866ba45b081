import { type UnzipFileInfo, unzipSync } from "fflate";
import { damagedError, passwordError, tooLarge } from "./zip-errors.ts";

const MAX_ENTRIES = 10_000;
/** Maximum size of all entries that a parser unpacks, as the archive declares it. Unpacking never exceeds it. */
const MAX_UNPACKED_BYTES = 300_000_000;
/** A single read also unpacks the next small XML files: each call of the library reads the whole list of entries. */
const AHEAD_ENTRIES = 100;
const AHEAD_BYTES = 4_000_000;
/** Entries that all calls may go through. Only an archive made to stall the parser refers to its parts that often. */
const MAX_SCANNED = 5_000_000;
const ENCRYPTED_FLAG = 1;
const FLAGS_OFFSET = 6;

/** The entries of a document that is stored as a ZIP archive. */
export interface ZipFiles {
  /** Names of all entries, with `/` between folders. */
  readonly names: readonly string[];
  /** Returns the name as the archive writes it, regardless of case, or undefined if there is no such entry. */
  find(name: string): string | undefined;
  /** Size of an entry when unpacked, in bytes, as the archive declares it; 0 if there is no such entry. */
  sizeOf(name: string): number;
  /** Unpacks one entry; undefined if there is no such entry or it is damaged. */
  read(name: string): Uint8Array | undefined;
  /** Unpacks entries; the result has no key for missing and damaged entries. One call for many entries is fast. */
  readAll(names: Iterable<string>): ReadonlyMap<string, Uint8Array>;
}

/**
 * Opens a document that is stored as a ZIP archive.
 *
 * @param kind What the user calls such a file, for errors: `Word document`.
 * @throws QuarryError `invalid_request` if the archive is damaged, has a password or is too large after unpacking.
 */
export function openZip(bytes: Uint8Array, kind: string): ZipFiles {
  const sizes = new Map<string, number>();
  let unpacked = 0;
  let entries = 0;
  let scanned = 0;
  unzip(({ name, originalSize }) => {
    entries += 1;
    if (entries > MAX_ENTRIES) throw tooLarge();
    // Entries can share a name.
    sizes.set(slashed(name), originalSize + (sizes.get(slashed(name)) ?? 0));
    return false;
  });
  const byLowerCase = new Map([...sizes.keys()].map((name) => [name.toLowerCase(), name]));
  const names = [...sizes.keys()];
  const order = new Map(names.map((name, at) => [name, at]));
  const ahead = new Map<string, Uint8Array>();
  const wasRead = new Set<string>();
  const find = (name: string) => (sizes.has(name) ? name : byLowerCase.get(name.toLowerCase()));

  function unzip(filter: (file: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
    if (((bytes[FLAGS_OFFSET] ?? 0) & ENCRYPTED_FLAG) !== 0) throw passwordError();
    scanned += sizes.size;
    if (scanned > MAX_SCANNED) throw tooLarge();
    let failure: unknown;
    try {
      return unzipSync(bytes, {
        filter(file) {
          try {
            return filter(file);
          } catch (error) {
            failure = error;
            throw error;
          }
        },
      });
    } catch {
      throw failure ?? damagedError(kind);
    }
  }

  function readAll(names: Iterable<string>): ReadonlyMap<string, Uint8Array> {
    const wanted = new Set(Array.from(names, (name) => find(name) ?? name));
    for (const name of wanted) unpacked += sizes.get(name) ?? 0;
    if (unpacked > MAX_UNPACKED_BYTES) throw tooLarge();
    const unpack = (isWanted: (name: string) => boolean) =>
      Object.entries(unzip(({ name }) => isWanted(slashed(name)))).map(
        ([name, content]) => [slashed(name), content] as const,
      );
    try {
      return new Map(unpack((name) => wanted.has(name)));
    } catch {
      // The library stops at the first damaged entry.
      return new Map([...wanted].flatMap((name) => undamaged(() => unpack((other) => other === name))));
    }
  }

  /** Returns nothing for an entry that cannot be unpacked, unless all calls together go through too many entries. */
  function undamaged<Entry>(unpack: () => Entry[]): Entry[] {
    try {
      return unpack();
    } catch (error) {
      if (scanned > MAX_SCANNED) throw error;
      return [];
    }
  }

  function read(name: string): Uint8Array | undefined {
    const found = find(name);
    if (found === undefined) return undefined;
    if (!ahead.has(found)) for (const [key, content] of readAll(withNext(found))) ahead.set(key, content);
    const content = ahead.get(found);
    ahead.delete(found);
    return content;
  }

  function withNext(name: string): string[] {
    const batch = [name];
    const at = order.get(name) ?? 0;
    let size = 0;
    for (const next of names.slice(at + 1, at + 1 + AHEAD_ENTRIES)) {
      if (!/\.(?:xml|rels)$/i.test(next) || wasRead.has(next)) continue;
      size += sizes.get(next) ?? 0;
      if (size > AHEAD_BYTES) break;
      batch.push(next);
    }
    for (const entry of batch) wasRead.add(entry);
    return batch;
  }

  return { names, find, sizeOf: (name) => sizes.get(find(name) ?? "") ?? 0, read, readAll };
}

/** Some programs write the separators of Windows. */
function slashed(name: string): string {
  return name.replaceAll("\\", "/").replace(/^\/+/, "");
}
