import type { BulkAction, BulkOperation, DocumentFilter, Metadata } from "@quarry/schema";
import type { Quarry } from "@quarry/sdk";
import { counted } from "../terminal/amounts.ts";
import { canDraw, startLiveRegion } from "../terminal/live-region.ts";
import { oneLine, printJson, printMessage } from "../terminal/output.ts";
import { confirm } from "../terminal/prompt.ts";

/** What to do with which documents of a space. */
export interface DocumentsChange {
  readonly quarry: Quarry;
  readonly spaceId: string;
  readonly action: BulkAction;
  readonly chosen: { readonly where: DocumentFilter } | { readonly ids: readonly string[] };
  readonly metadata?: Metadata;
  /** True to delete without a question. */
  readonly isConfirmed: boolean;
  readonly waits: boolean;
  readonly json: boolean;
}

const DOING = { delete: "Deleting", reprocess: "Queueing", setMetadata: "Changing" } as const;
const DONE = { delete: "Deleted", reprocess: "Processing again", setMetadata: "Changed" } as const;

/** Changes many documents with one operation of the server, and returns the exit code. */
export async function changeDocuments(change: DocumentsChange): Promise<number> {
  const { quarry, spaceId, action, chosen, metadata, json } = change;
  const which = "ids" in chosen ? { ids: [...chosen.ids] } : chosen;
  const request = { spaceId, action, ...which, ...(metadata ? { metadata } : {}) };
  const { count } = await quarry.bulk.count(request);
  if (count === 0 && "where" in chosen) {
    if (json) printJson({ count, operation: null });
    else console.log("No documents match.");
    return 0;
  }
  const asks = action === "delete" && !change.isConfirmed;
  const question = `Delete ${counted(count, "document")} of the space ${spaceId}?`;
  if (asks && !(await confirm(question))) return 1;
  // Documents that came after the question are not deleted unasked.
  const { operation } = await quarry.bulk.start({ ...request, ...(asks ? { expected: count } : {}) });
  const ended = change.waits ? await follow(quarry, operation) : operation;
  if (json) printJson({ count, operation: ended });
  else print(ended);
  return ended.failed > 0 || ended.state === "cancelled" ? 1 : 0;
}

async function follow(quarry: Quarry, started: BulkOperation): Promise<BulkOperation> {
  let shown = started;
  const region = canDraw() ? startLiveRegion(() => [progressText(shown)]) : undefined;
  try {
    return await quarry.bulk.wait(started, {
      onProgress: (operation) => {
        shown = operation;
      },
    });
  } finally {
    region?.end();
  }
}

function progressText({ action, state, done, failed, total }: BulkOperation): string {
  const amount = `${(done + failed).toLocaleString("en-US")} of ${counted(total, "document")}`;
  return state === "waiting" ? "Waiting for another operation of the space" : `${DOING[action]}: ${amount}`;
}

function print({ id, action, state, done, failed, total, failures }: BulkOperation): void {
  for (const { id: documentId, filename, message } of failures)
    printMessage(`FAILED ${oneLine(filename ?? documentId)}: ${oneLine(message)}`);
  if (failed > failures.length) printMessage(`... and ${failed - failures.length} more`);
  if (state === "completed") console.log(`${DONE[action]}: ${counted(done, "document")}`);
  else if (state === "cancelled") printMessage(`Cancelled after ${done} of ${counted(total, "document")}.`);
  else console.log(`Started: ${id} with ${counted(total, "document")}`);
}
