import { stat } from "node:fs/promises";
import { Quarry } from "@quarry/sdk";
import type { RunningServer } from "../../support/running-server.ts";
import type { LargeFile } from "./large-files.ts";
import { type MemoryPeaks, watchReaders } from "./process-memory.ts";

/** What became of a large file. */
export interface LargeResult extends MemoryPeaks {
  readonly filename: string;
  readonly fileBytes: number;
  readonly status: string;
  readonly errorMessage: string | null;
  /** From the upload until the document is complete. */
  readonly seconds: number;
  readonly chunks: number;
  /** Different reports of progress with a known total. */
  readonly reports: number;
  /** True if the question finds its answer. */
  readonly isFound: boolean;
}

const POLL_MS = 100;

/** Settings of a server that reads such files. */
export const LARGE_SETTINGS = {
  QUARRY_MAX_FILE_BYTES: "400000000",
  QUARRY_MAX_TEXT_CHARS: "400000000",
} as const;

/** Uploads a file, follows its progress until it is processed, and asks its question. */
export async function readLargeFile(server: RunningServer, file: LargeFile): Promise<LargeResult> {
  const quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl });
  const { space } = await quarry.spaces.create({ name: file.filename });
  const spaceId = space.id;
  const memory = watchReaders(server.pid);
  const startedAt = performance.now();
  const seen = new Set<string>();
  let document = await quarry.documents.upload({ spaceId, file: file.path });
  while (document.status === "PROCESSING" || document.status === "PENDING") {
    await Bun.sleep(POLL_MS);
    const current = await quarry.documents.get({ spaceId, id: document.id });
    document = { ...document, ...current.document };
    if (document.progress?.total !== undefined) seen.add(JSON.stringify(document.progress));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const peaks = memory.stop();
  const { status, errorMessage, chunkCount } = document;
  const { results } =
    status === "COMPLETED"
      ? await quarry.query({ query: file.question, spaceIds: spaceId, topK: 3 })
      : { results: [] };
  const isFound = results.some(({ chunk }) => new RegExp(`\\b${file.answer}\\b`).test(chunk.content));
  const { size: fileBytes } = await stat(file.path);
  const { filename } = file;
  return {
    ...{ filename, fileBytes, status, errorMessage, seconds, chunks: chunkCount, reports: seen.size },
    ...{ isFound, ...peaks },
  };
}
