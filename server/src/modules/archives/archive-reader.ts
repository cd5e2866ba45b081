import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { QuarryError } from "@quarry/core";
import { isStorableText } from "@quarry/schema";
import type { Static, TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { createByteReader } from "../../platform/byte-reader.ts";
import { validationDetails } from "../../platform/http/validation-details.ts";
import { CHECKSUMS, MAX_BYTES, TRAILER, TrailerRecord } from "./archive-format.ts";
import { brokenArchive } from "./broken-archive.ts";
import { BLOCK_BYTES, paddingOf, readTarHeader, type TarHeader } from "./tar-header.ts";

/** Reads an archive entry by entry in the order of the format. Accepts no other entry name. */
export interface ArchiveReader {
  /** True if the next entry is in a folder. */
  isIn(folder: string): Promise<boolean>;
  /** True if the next entry has this name. */
  isNext(name: string): Promise<boolean>;
  /** Reads the next entry into memory. */
  bytes(name: string, maxBytes: number): Promise<Uint8Array>;
  text(name: string, maxBytes: number): Promise<string>;
  json<Schema extends TSchema>(name: string, maxBytes: number, schema: Schema): Promise<Static<Schema>>;
  /** Passes the next entry to `take` as a stream, and returns its result. */
  pieces<Result>(name: string, take: (pieces: AsyncIterable<Uint8Array>) => Promise<Result>): Promise<Result>;
  /** Reads the end of a folder and verifies the checksums of its entries. */
  endFolder(folder: string): Promise<void>;
  /** Reads the end of the archive and verifies that the archive is complete. */
  end(counts: Pick<TrailerRecord, "documents" | "evaluations">): Promise<void>;
}

/**
 * Creates the reader of an archive.
 * @throws QuarryError `invalid_request` from every method when the archive ends early or violates the format.
 */
export function createArchiveReader(archive: AsyncIterable<Uint8Array>): ArchiveReader {
  const source = createByteReader(archive);
  const all = createHash("sha256");
  let sums = "";
  let next: TarHeader | undefined;

  const take = (count: number) =>
    source.bytes(count).catch((error: unknown) => {
      throw error instanceof RangeError ? brokenArchive("it ends too early") : error;
    });

  async function peek(): Promise<TarHeader> {
    next ??= readTarHeader(await take(BLOCK_BYTES));
    if (!next) throw brokenArchive("it is not a tar archive of plain files, or it is damaged");
    return next;
  }

  async function open(name: string, maxBytes = Number.POSITIVE_INFINITY): Promise<number> {
    const found = await peek();
    if (found.name !== name)
      throw brokenArchive(
        `expected the entry ${JSON.stringify(name)} but found ${JSON.stringify(found.name)}`,
      );
    if (found.size > maxBytes)
      throw brokenArchive(`${name} has ${found.size} bytes, more than the limit of ${maxBytes}`);
    next = undefined;
    return found.size;
  }

  async function close(name: string, size: number, sha256: string): Promise<void> {
    if ((await take(paddingOf(size))).some((byte) => byte !== 0)) throw brokenArchive(`${name} is damaged`);
    sums += `${sha256}  ${name}\n`;
  }

  async function bytes(name: string, maxBytes: number): Promise<Uint8Array> {
    const size = await open(name, maxBytes);
    const found = await take(size);
    await close(name, size, createHash("sha256").update(found).digest("hex"));
    return found;
  }

  async function text(name: string, maxBytes: number): Promise<string> {
    return decode(name, await bytes(name, maxBytes));
  }

  async function json<Schema extends TSchema>(name: string, maxBytes: number, schema: Schema) {
    return parseRecord(name, await text(name, maxBytes), checkOf(schema));
  }

  return {
    isIn: async (folder) => (await peek()).name.startsWith(`${folder}/`),
    isNext: async (name) => (await peek()).name === name,
    bytes,
    text,
    json,

    async pieces(name, use) {
      const size = await open(name);
      const digest = createHash("sha256");
      async function* pieces() {
        for (let left = size; left > 0; ) {
          const piece = await take(Math.min(left, PIECE_BYTES));
          left -= piece.byteLength;
          digest.update(piece);
          yield piece;
        }
      }
      const result = await use(pieces());
      await close(name, size, digest.digest("hex"));
      return result;
    },

    async endFolder(folder) {
      const expected = sums;
      const found = await text(`${folder}/${CHECKSUMS}`, MAX_BYTES.checksums);
      if (found !== expected) {
        const other = expected.split("\n").find((line) => !found.includes(line)) ?? "";
        throw brokenArchive(`${other.slice(HEX_CHARS).trim() || folder} is damaged: its checksum differs`);
      }
      all.update(expected);
      sums = "";
    },

    async end(counts) {
      const trailer = await json(TRAILER, MAX_BYTES.trailer, TrailerRecord);
      if (!isDeepStrictEqual(trailer, { ...counts, sha256: all.digest("hex") }))
        throw brokenArchive(`its content does not match its ${TRAILER}`);
      const end = await take(2 * BLOCK_BYTES);
      let extra = 0;
      for await (const piece of source.rest())
        extra += piece.some((byte) => byte !== 0) ? Infinity : piece.length;
      if (end.some((byte) => byte !== 0) || extra > MAX_PADDING_BYTES)
        throw brokenArchive("it has data after its end");
    },
  };
}

/** Length of a SHA-256 in hex. */
const HEX_CHARS = 64;
const PIECE_BYTES = 65_536;
/** Some tools pad archives with zeros. */
const MAX_PADDING_BYTES = 65_536;

/**
 * Parses and validates a JSON record.
 * @throws QuarryError `invalid_request` that names the entry and its first problem.
 */
export function parseRecord<Schema extends TSchema>(
  name: string,
  json: string,
  check: TypeCheck<Schema>,
): Static<Schema> {
  let record: unknown;
  let problems: string;
  try {
    record = JSON.parse(json);
    if (check.Check(record)) return record;
    const first = check.Errors(record).First();
    problems = validationDetails(first ? [first] : [])
      .map(({ path, message }) => `${path} ${message}`)
      .join();
  } catch (error) {
    // SyntaxError: not JSON. RangeError: nested too deeply.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    problems = "is not valid JSON";
  }
  throw brokenArchive(`${name}: ${problems.trim().slice(0, 1000)}`);
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    // Keeps a byte order mark, which is part of the text.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (isStorableText(text)) return text;
  } catch (error) {
    if (QuarryError.isInstance(error) || !(error instanceof TypeError)) throw error;
  }
  throw brokenArchive(`${name} is not plain UTF-8 text`);
}

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>();

/** Returns the compiled check of a schema. */
export function checkOf<Schema extends TSchema>(schema: Schema): TypeCheck<Schema> {
  const check = checks.get(schema) ?? TypeCompiler.Compile(schema);
  checks.set(schema, check);
  return check as TypeCheck<Schema>;
}
