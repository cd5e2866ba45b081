import { basename } from "node:path";
import type { Quarry } from "@quarry/sdk";
import type { RunningServer } from "../../support/running-server.ts";
import type { Outcome } from "./judge.ts";
import type { MemoryWatch } from "./process-memory.ts";

const TIMEOUT_MS = 300_000;
const POLL_MS = 50;

/** Where files are uploaded to. */
export interface UploadTarget {
  readonly server: RunningServer;
  readonly quarry: Quarry;
  readonly spaceId: string;
  readonly memory: MemoryWatch;
}

/** Uploads a file and waits until it is read. @param name Of the document; the file's own without it. */
export async function uploadFile(
  { server, quarry, spaceId, memory }: UploadTarget,
  path: string,
  name: string = basename(path),
): Promise<Outcome> {
  memory.peak();
  const start = performance.now();
  const form = new FormData();
  form.set("spaceId", spaceId);
  form.set("file", Bun.file(path), name);
  const response = await fetch(`${server.baseUrl}/api/documents`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.rootKey}` },
    body: form,
  });
  const { id, message } = (await response.json()) as { id?: string; message?: string };
  const done = (status: Outcome["status"], errorMessage: string | null, text = ""): Outcome => ({
    status,
    errorMessage,
    text,
    seconds: (performance.now() - start) / 1000,
    peakBytes: memory.peak(),
  });
  if (id === undefined) return done("FAILED", message ?? null);
  while (performance.now() - start < TIMEOUT_MS) {
    const { document } = await quarry.documents.get({ spaceId, id });
    const { status, errorMessage } = document;
    if (status === "FAILED") return done(status, errorMessage);
    if (status === "COMPLETED") {
      const result = done(status, null);
      const { content } = await quarry.documents.getByFilename({ spaceId, filename: name });
      return { ...result, text: content, warnings: document.warnings };
    }
    await Bun.sleep(POLL_MS);
  }
  return done("STUCK", null);
}
