import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** Computes the digest of a whole file and optionally flushes the file to disk. */
export async function digestOf(path: string, isSynced = false): Promise<string> {
  const [file, hash] = [await open(path, isSynced ? "r+" : "r"), createHash("sha256")];
  try {
    const bytes = new Uint8Array(1024 * 1024);
    for (;;) {
      const { bytesRead } = await file.read(bytes, 0, bytes.length);
      if (bytesRead === 0) break;
      hash.update(bytes.subarray(0, bytesRead));
    }
    if (isSynced) await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest("hex");
}
