import { QuarryError } from "@quarry/core";
import { type BatchResponse, ERRORS } from "@quarry/schema";
import type { DocumentInput } from "./document-input.ts";
import { readBatchItem } from "./read-input.ts";
import type { DocumentService } from "./service.ts";
import type { UpsertOutcome } from "./upsert.ts";

/** Upserts several documents in one call; a bad one fails alone. */
export async function upsertBatch(
  documents: DocumentService,
  orgId: string,
  { spaceId, items, maxFileBytes }: { spaceId: string; items: readonly unknown[]; maxFileBytes: number },
): Promise<BatchResponse> {
  const read = items.map((item): DocumentInput | QuarryError => {
    try {
      return readBatchItem(item, maxFileBytes);
    } catch (error) {
      if (QuarryError.isInstance(error)) return error;
      throw error;
    }
  });
  const inputs = read.filter((item): item is DocumentInput => !QuarryError.isInstance(item));
  const outcomes = (await documents.upsert(orgId, spaceId, inputs)).values();
  return {
    results: read.map((item, index) => {
      const outcome: UpsertOutcome = QuarryError.isInstance(item)
        ? item
        : (outcomes.next().value as UpsertOutcome);
      const filename = QuarryError.isInstance(item) ? filenameOf(items[index]) : item.filename;
      if (!QuarryError.isInstance(outcome)) return { filename, ...outcome };
      return { filename, error: ERRORS[outcome.code].name, message: outcome.message };
    }),
  };
}

function filenameOf(item: unknown): string {
  const filename =
    typeof item === "object" && item !== null && "filename" in item ? item.filename : undefined;
  return typeof filename === "string" ? filename.slice(0, 255).toWellFormed() : "";
}
