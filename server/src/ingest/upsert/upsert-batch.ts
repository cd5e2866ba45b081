import { QuarryError } from "@quarry/core";
import { type BatchResponse, ERRORS } from "@quarry/schema";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { IngestService } from "../ingest-service.ts";
import { type DocumentInput, toDocumentInput } from "../receive/document-input.ts";
import { readBatchItem, readContent } from "../receive/read-content.ts";
import type { UpsertOutcome } from "./attempt-upsert.ts";

/** Upserts the documents of a batch request. An invalid document does not affect the others. */
export async function upsertBatch(
  ingest: IngestService,
  scope: TenantScope,
  { spaceId, items, maxFileBytes }: { spaceId: string; items: readonly unknown[]; maxFileBytes: number },
): Promise<BatchResponse> {
  const read: (DocumentInput | QuarryError)[] = [];
  for (const item of items)
    try {
      const body = readBatchItem(item);
      const file = await ingest.receive(scope.orgId, await readContent(body, maxFileBytes));
      read.push(toDocumentInput(body, file));
    } catch (error) {
      if (!QuarryError.isInstance(error)) throw error;
      read.push(error);
    }
  const inputs = read.filter((item): item is DocumentInput => !QuarryError.isInstance(item));
  const outcomes = (
    await ingest.upsert(scope, spaceId, inputs).finally(async () => {
      for (const { file } of inputs) await file.discard();
    })
  ).values();
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
