import { setTimeout as sleep } from "node:timers/promises";
import type { Document } from "@quarry/schema";
import { DocumentFailedError, type Quarry } from "@quarry/sdk";
import { whenAllowed } from "./when-allowed.ts";

const FIRST_MS = 100;
const LONGEST_MS = 2000;

/**
 * Answers a document when its processing has ended well, however long that takes.
 * @throws DocumentFailedError when it has not.
 */
export async function waitForDocument(
  quarry: Quarry,
  { spaceId, id }: Pick<Document, "spaceId" | "id">,
  signal: AbortSignal,
): Promise<Document> {
  for (let intervalMs = FIRST_MS; ; intervalMs = Math.min(intervalMs * 1.5, LONGEST_MS)) {
    const look = () => quarry.documents.get({ spaceId, id }, { signal });
    const { document } = await whenAllowed(look, signal);
    if (document.status === "COMPLETED") return document;
    if (document.status === "FAILED")
      throw new DocumentFailedError(document.errorMessage ?? "no reason given", { code: "document_failed" });
    await sleep(intervalMs, undefined, { signal });
  }
}
