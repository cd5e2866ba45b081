import type { DocumentRow } from "../../records/documents/document-rows.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import { contentHash, type DocumentInput } from "./document-input.ts";

/** Claims the file of a document and creates its row, which is PROCESSING. */
export async function pendingRow(
  { newId, clock, models }: Pick<IngestDeps, "newId" | "clock" | "models">,
  orgId: string,
  input: DocumentInput,
): Promise<Omit<DocumentRow, "spaceId">> {
  const now = new Date(clock.now());
  return {
    id: newId("document"),
    orgId,
    filename: input.filename,
    partOf: null,
    mimeType: input.declaredMimeType ?? "application/octet-stream",
    declaredMimeType: input.declaredMimeType ?? null,
    fileSize: input.file.size,
    ...(await input.file.claim()),
    contentHash: contentHash(input),
    title: null,
    status: "PROCESSING",
    errorMessage: null,
    embeddingModel: models.current().writing,
    indexingType: "text",
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
}
