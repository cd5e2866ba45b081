import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline, Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { type BlobStore, QuarryError } from "@quarry/core";
import { Value } from "@sinclair/typebox/value";
import { FORMAT, Manifest } from "./manifest.ts";

/** An original file as a backup lists it. */
export interface ListedFile {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
}

/** A folder of backups. */
export type BackupFolder = ReturnType<typeof openBackupFolder>;

/**
 * Opens a folder of backups:
 * - `files/<key>`: original files, which all backups share;
 * - `<name>/rows/<table>.gz`: rows in PostgreSQL's text format of COPY;
 * - `<name>/files.gz`: a line for each original file: SHA-256, size in bytes, key;
 * - `<name>/backup.json`: written last, so that a backup without it is not complete.
 * @param disk Stores files under `path`.
 */
export function openBackupFolder(path: string, disk: BlobStore) {
  async function read(key: string): Promise<Readable> {
    const blob = await disk.get(key);
    if (!blob) throw damaged(`${key} is missing`);
    return Readable.from(blob.bytes);
  }

  /** The names of the complete backups, the latest last. */
  async function names(): Promise<string[]> {
    const entries = await readdir(path).catch(() => []);
    const isComplete = await Promise.all(entries.map((name) => Bun.file(manifestPath(name)).exists()));
    return entries.filter((_, at) => isComplete[at]).sort();
  }

  const manifestPath = (name: string) => join(path, name, "backup.json");

  function damaged(problem: string): QuarryError {
    return new QuarryError("invalid_request", `The backup in ${path} is damaged: ${problem}.`);
  }

  return {
    damaged,

    /**
     * The name of a backup, by default of the latest.
     * @throws QuarryError `invalid_request` when there is none.
     */
    async find(wanted: string | undefined): Promise<string> {
      const found = await names();
      const name = wanted === undefined ? found.at(-1) : found.find((name) => name === wanted);
      if (name !== undefined) return name;
      const problem = wanted === undefined ? "no complete backup" : `no complete backup ${wanted}`;
      throw new QuarryError("invalid_request", `There is ${problem} in ${path}.`);
    },

    /**
     * @throws QuarryError `invalid_request` when a later version wrote it, or it is damaged.
     */
    async readManifest(name: string): Promise<Manifest> {
      const value: unknown = await Bun.file(manifestPath(name))
        .json()
        .catch(() => undefined);
      if (typeof value === "object" && value && "format" in value && Number(value.format) > FORMAT)
        throw new QuarryError(
          "invalid_request",
          `A later version of Quarry wrote the backup ${name}. Use that version, or a later one.`,
        );
      if (!Value.Check(Manifest, value)) throw damaged(`${name}/backup.json cannot be read`);
      return value;
    },

    async writeManifest(name: string, manifest: Manifest): Promise<void> {
      await disk.put(
        `${name}/backup.json`,
        new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`),
      );
    },

    /** Compresses and stores the rows of a table; returns the SHA-256 of what was stored. */
    writeRows: (name: string, table: string, rows: Readable): Promise<string> =>
      writeCompressed(`${name}/rows/${table}.gz`, rows),

    /** The rows of a table. */
    readRows: (name: string, table: string): Promise<Readable> => readCompressed(`${name}/rows/${table}.gz`),

    /**
     * Compares everything but the original files with the manifest's checksums.
     * @throws QuarryError `invalid_request` that names what is missing or changed.
     */
    async check(name: string, { tables, files }: Manifest): Promise<void> {
      const stored = tables.map((table) => ({ key: `rows/${table.name}.gz`, sha256: table.sha256 }));
      for (const { key, sha256 } of [...stored, { key: "files.gz", sha256: files.sha256 }])
        if ((await checksumOf(await read(`${name}/${key}`))) !== sha256)
          throw damaged(`${name}/${key} has changed`);
    },

    /** Stores an original file. */
    async writeFile(key: string, bytes: AsyncIterable<Uint8Array>): Promise<ListedFile> {
      const digest = createHash("sha256");
      let size = 0;
      async function* watched() {
        for await (const piece of bytes) {
          digest.update(piece);
          size += piece.byteLength;
          yield piece;
        }
      }
      await disk.put(`files/${key}`, watched());
      return { key, size, sha256: digest.digest("hex") };
    },

    /** True when a listed file is stored with its size. */
    async hasFile({ key, size }: ListedFile): Promise<boolean> {
      return (await stat(join(path, "files", key)).catch(() => undefined))?.size === size;
    },

    /** An original file; undefined when it is missing. */
    async readFile(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
      return (await disk.get(`files/${key}`))?.bytes;
    },

    /** Returns the SHA-256 of the stored list. */
    writeFileList(name: string, files: Iterable<ListedFile>): Promise<string> {
      function* lines() {
        for (const { sha256, size, key } of files) yield `${sha256} ${size} ${key}\n`;
      }
      return writeCompressed(`${name}/files.gz`, Readable.from(lines()));
    },

    async *readFileList(name: string): AsyncGenerator<ListedFile> {
      for await (const line of createInterface({ input: await readCompressed(`${name}/files.gz`) })) {
        const [sha256 = "", size, key = ""] = line.split(" ");
        yield { sha256, size: Number(size), key };
      }
    },
  };

  /** Returns the SHA-256 of what was stored. */
  async function writeCompressed(key: string, rows: Readable): Promise<string> {
    const digest = createHash("sha256");
    const compressed = createGzip({ level: 1 });
    // Reading the compressed bytes throws what the rows failed with.
    pipeline(rows, compressed, () => undefined);
    async function* watched() {
      for await (const piece of compressed) {
        digest.update(piece);
        yield piece as Uint8Array;
      }
    }
    await disk.put(key, watched());
    return digest.digest("hex");
  }

  async function readCompressed(key: string): Promise<Readable> {
    const rows = createGunzip();
    // Reading the rows then throws.
    const stored = await read(key);
    pipeline(stored, rows, (error) => {
      if (error) rows.destroy(damaged(`${key} cannot be read`));
    });
    return rows;
  }
}

/** SHA-256 in hex. */
export async function checksumOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const digest = createHash("sha256");
  for await (const piece of bytes) digest.update(piece);
  return digest.digest("hex");
}
