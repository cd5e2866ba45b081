import { expect } from "bun:test";
import { type Json, TIMESTAMP } from "./reading.ts";

/** The full record, §2.2, of a document of plain text. */
export function fullRecord(fields: Json): Json {
  return {
    id: expect.stringMatching(/^doc_/),
    orgId: expect.stringMatching(/^org_/),
    mimeType: expect.stringContaining("text/plain"),
    sizeBytes: expect.any(Number),
    fileSize: expect.stringMatching(/^\d+$/),
    storageUrl: expect.stringMatching(/^(file|s3):/),
    errorMessage: null,
    embeddingModel: expect.any(String),
    indexingType: "text",
    createdAt: expect.stringMatching(TIMESTAMP),
    updatedAt: expect.stringMatching(TIMESTAMP),
    metadata: {},
    ...fields,
  };
}
