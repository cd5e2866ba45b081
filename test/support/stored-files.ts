import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inEmbeddedDatabase } from "./embedded-database.ts";

/** Where `storageUrl` places small files, which are in the embedded database. */
const SMALL_FILES = "file:///postgres/small-files/";

/** The key of the original file of a document. */
export function blobKeyOf({ storageUrl }: { readonly storageUrl: string }): string {
  return storageUrl.startsWith(SMALL_FILES)
    ? storageUrl.slice(SMALL_FILES.length)
    : storageUrl.replace("file:///blobs/", "");
}

/** Removes the original file of a document from under a server, as a damaged disk does. */
export async function loseOriginal(
  dataDir: string,
  document: { readonly storageUrl: string },
): Promise<void> {
  const { storageUrl } = document;
  if (!storageUrl.startsWith(SMALL_FILES)) return rm(join(dataDir, fileURLToPath(storageUrl)));
  const key = blobKeyOf(document);
  const { count } = await inEmbeddedDatabase(
    dataDir,
    (sql) => sql`delete from small_files where key = ${key}`,
  );
  if (count !== 1) throw new Error(`There is no small file ${key}.`);
}

/** Keys of the original files that are in the embedded database of a running server. */
export async function smallFiles(dataDir: string): Promise<string[]> {
  const rows = await inEmbeddedDatabase(dataDir, (sql) => sql`select key from small_files order by key`);
  return rows.map(({ key }) => String(key));
}

/** Paths of the original files in a data folder, including partly stored ones. */
export async function storedFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, "blobs"), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
