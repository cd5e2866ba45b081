import { expect, test } from "bun:test";
import { openCompound } from "./compound-file.ts";
import { compoundOf } from "./compound-files.fixture.ts";

const SECTOR_BYTES = 512;
const SECTORS_OF_STREAM = 20;
const DIRECTORY_ENTRY_BYTES = 128;

/** A file with one stream, whose directory entry and whose last link are as given, relative to its first sector. */
function fileWith({ start, lastLink }: { readonly start: number; readonly lastLink: number }): Uint8Array {
  const bytes = Buffer.from(compoundOf({ Tides: Buffer.alloc(SECTORS_OF_STREAM * SECTOR_BYTES, "tide ") }));
  const sector = (at: number) => (at + 1) * SECTOR_BYTES;
  const table = sector(bytes.readUInt32LE(76));
  const entry = bytes.indexOf(Buffer.from("Tides", "utf16le"));
  expect(entry % DIRECTORY_ENTRY_BYTES).toBe(0);
  const first = bytes.readUInt32LE(entry + 116);
  bytes.writeUInt32LE(first + start, entry + 116);
  bytes.writeUInt32LE(first + lastLink, table + 4 * (first + SECTORS_OF_STREAM - 1));
  return bytes;
}

test("a chain of sectors that leads back to itself ends where the loop begins", () => {
  const stream = openCompound(fileWith({ start: 3, lastLink: 1 })).stream("Tides");
  expect(stream?.length).toBeLessThanOrEqual(SECTORS_OF_STREAM * SECTOR_BYTES);
  expect(Buffer.from(stream ?? []).toString()).toContain("tide tide");
}, 20_000);

test("a directory whose entries are linked in a circle is refused", () => {
  const bytes = Buffer.from(compoundOf({ Moon: Buffer.from("new"), Sea: Buffer.from("high") }));
  const entry = bytes.indexOf(Buffer.from("Sea", "utf16le"));
  bytes.writeInt32LE(0, entry + 68);
  expect(() => openCompound(bytes)).toThrow("damaged");
}, 20_000);
