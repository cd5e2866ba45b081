import { setTimeout as sleep } from "node:timers/promises";
import type { Document } from "@quarry/schema";
import { DocumentFailedError, type Quarry } from "@quarry/sdk";
import { retryRateLimit } from "./retry-rate-limit.ts";

const FIRST_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = 2000;

/**
 * Waits until a document is processed, without a time limit.
 * @throws DocumentFailedError if the processing fails.
 */
export async function waitForDocument(
  quarry: Quarry,
  { spaceId, id }: Pick<Document, "spaceId" | "id">,
  signal: AbortSignal,
): Promise<Document> {
  for (let intervalMs = FIRST_INTERVAL_MS; ; intervalMs = Math.min(intervalMs * 1.5, MAX_INTERVAL_MS)) {
    const poll = () => quarry.documents.get({ spaceId, id }, { signal });
    const { document } = await retryRateLimit(poll, signal);
    if (document.status === "COMPLETED") return document;
    if (document.status === "FAILED")
      throw new DocumentFailedError(document.errorMessage ?? "no reason given", { code: "document_failed" });
    await sleep(intervalMs, undefined, { signal });
  }
}
