import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The path of the original file of a document, from the address in its record. */
export function originalFile(dataDir: string, { storageUrl }: { readonly storageUrl: string }): string {
  return join(dataDir, fileURLToPath(storageUrl));
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
