import type { DocumentRow } from "../../records/documents/document-rows.ts";
import type { SmallFile } from "../../records/documents/small-files.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import { contentHash, type DocumentInput } from "./document-input.ts";

/** A row that is to be stored with its file, if the file is small. */
export interface ClaimedRow {
  readonly row: Omit<DocumentRow, "spaceId">;
  readonly file: SmallFile | undefined;
}

/** Claims the file of a document and creates its row, which is PROCESSING. */
export async function pendingRow(
  { newId, clock, models }: Pick<IngestDeps, "newId" | "clock" | "models">,
  orgId: string,
  input: DocumentInput,
): Promise<ClaimedRow> {
  const now = new Date(clock.now());
  const { location, file } = await input.file.claimWithRow();
  const row = {
    id: newId("document"),
    orgId,
    filename: input.filename,
    partOf: null,
    mimeType: input.declaredMimeType ?? "application/octet-stream",
    declaredMimeType: input.declaredMimeType ?? null,
    fileSize: input.file.size,
    ...location,
    contentHash: contentHash(input),
    title: null,
    status: "PROCESSING" as const,
    errorMessage: null,
    embeddingModel: models.current().writing,
    indexingType: "text" as const,
    generation: 0,
    chunkCount: 0,
    chunking: null,
    progress: null,
    warnings: [],
    metadata: input.metadata,
    createdAt: now,
    updatedAt: now,
    expiryToldAt: null,
    openAiFileId: input.attachment?.fileId ?? null,
    openAiBatchId: input.attachment?.batchId ?? null,
  };
  return { row, file };
}
