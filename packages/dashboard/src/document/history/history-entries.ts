import type { Document, DocumentDeletedEvent, DocumentEvent, DocumentExpiringEvent } from "@quarry/sdk";

/** An event of a document. */
export type HistoryEvent = DocumentEvent | DocumentExpiringEvent | DocumentDeletedEvent;

/** What happened to a document. */
export type Happening =
  | { readonly kind: "uploaded" | "replaced"; readonly fileBytes: number }
  | { readonly kind: "started" | "queued" | "changed" | "deleted" }
  | { readonly kind: "processed"; readonly passages: number; readonly durationMs: number | undefined }
  | { readonly kind: "recut"; readonly passages: number }
  | { readonly kind: "failed" | "notImproved"; readonly cause: string }
  | { readonly kind: "renamed"; readonly before: string; readonly after: string }
  | { readonly kind: "metadata"; readonly fields: readonly string[] }
  | { readonly kind: "expiring"; readonly at: string };

/** An event in words of people. */
export interface HistoryEntry {
  readonly id: string;
  readonly at: string;
  readonly happenings: readonly Happening[];
}

/** Turns events, oldest first, into entries, newest first. An event of a change says what differs from the one before it. */
export function historyEntries(events: readonly HistoryEvent[]): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  let before: Document | undefined;
  let startedAt: string | undefined;
  for (const event of events) {
    entries.push({ id: event.id, at: event.createdAt, happenings: happeningsOf(event, before, startedAt) });
    if (event.type === "document.deleted") continue;
    before = event.data.document;
    if (event.type === "document.processing") startedAt = event.createdAt;
    else if (before.status !== "PROCESSING") startedAt = undefined;
  }
  return entries.reverse();
}

function happeningsOf(
  event: HistoryEvent,
  before: Document | undefined,
  startedAt: string | undefined,
): Happening[] {
  if (event.type === "document.deleted") return [{ kind: "deleted" }];
  if (event.type === "document.expiring") return [{ kind: "expiring", at: event.data.expiresAt }];
  const { document } = event.data;
  if (event.type === "document.created") return [{ kind: "uploaded", fileBytes: Number(document.fileSize) }];
  if (event.type === "document.processing") return [{ kind: "started" }];
  if (event.type === "document.completed") {
    const durationMs =
      startedAt === undefined ? undefined : Date.parse(event.createdAt) - Date.parse(startedAt);
    return [{ kind: "processed", passages: document.chunkCount, durationMs }];
  }
  if (event.type === "document.failed") return [{ kind: "failed", cause: document.errorMessage ?? "" }];
  return before === undefined ? [{ kind: "changed" }] : changes(before, document);
}

function changes(before: Document, after: Document): Happening[] {
  const found: Happening[] = [];
  // Each file that is sent has an address of its own.
  const isReplaced = before.storageUrl !== after.storageUrl;
  if (isReplaced) found.push({ kind: "replaced", fileBytes: Number(after.fileSize) });
  if (before.filename !== after.filename)
    found.push({ kind: "renamed", before: before.filename, after: after.filename });
  const fields = changedFields(before.metadata, after.metadata);
  if (fields.length > 0) found.push({ kind: "metadata", fields });
  const isQueued =
    before.status !== after.status && (after.status === "PROCESSING" || after.status === "PENDING");
  if (isQueued && !isReplaced) found.push({ kind: "queued" });
  const { errorMessage } = after;
  // A document that is processed again is served meanwhile, and stays when that fails.
  if (after.status === "COMPLETED" && errorMessage !== null && errorMessage !== before.errorMessage)
    found.push({ kind: "notImproved", cause: errorMessage });
  if (found.length > 0) return found;
  const isServed = before.status === "COMPLETED" && after.status === "COMPLETED";
  return isServed ? [{ kind: "recut", passages: after.chunkCount }] : [{ kind: "changed" }];
}

function changedFields(before: Document["metadata"], after: Document["metadata"]): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).sort();
}
