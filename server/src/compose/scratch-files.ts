import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDiskBlobStore } from "@quarry/blobs";
import { type ReceivedFile, receiveFile } from "../ingest/receive/received-file.ts";

/** Receives files that no document will own, in a temporary folder that is deleted at the end. */
export async function createScratchFiles(
  resources: AsyncDisposableStack,
): Promise<(orgId: string, sent: Uint8Array | AsyncIterable<Uint8Array>) => Promise<ReceivedFile>> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-parse-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const blobs = createDiskBlobStore(folder);
  return (orgId, sent) => receiveFile(blobs, orgId, sent);
}
