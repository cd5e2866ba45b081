import { writeFileSync } from "node:fs";
import { createDiskBlobStore } from "@quarry/blobs";
import { cutBlob } from "./power-cut-blobs.ts";

/** Stores blobs until killed. Writes the number of stored ones to a file outside the blobs' disk. */
const [folder = "", acknowledged = ""] = process.argv.slice(2);
const store = createDiskBlobStore(folder);
for (let stored = 1; ; stored += 1) {
  const { key, bytes } = cutBlob(stored - 1);
  await store.put(key, stored % 3 === 0 ? inParts(bytes) : bytes);
  writeFileSync(acknowledged, String(stored));
}

async function* inParts(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}
