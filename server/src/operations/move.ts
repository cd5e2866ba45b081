import { QuarryError, type VectorStore } from "@quarry/core";
import { eq } from "drizzle-orm";
import { writeVectors } from "../indexes/records/index-records.ts";
import { loadCompleted } from "../indexes/records/load-documents.ts";
import { documents } from "../platform/database/tables/document-tables.ts";
import type { DoctorDeps } from "./doctor.ts";
import type { Operation } from "./operation-event.ts";
import { completedDocuments } from "./reindex.ts";

const REPORT_MS = 1000;

/**
 * Fills another vector store from the embeddings that the database holds, so that nothing is paid for again, while the
 * service serves from the present one. What changes meanwhile is caught up with at the next start, which compares.
 * @param setting How the target is named in the settings.
 * @throws QuarryError `invalid_request` when the target is the store in use or one in memory.
 */
export async function* move(deps: DoctorDeps, target: VectorStore, setting: string): Operation {
  const { db, vectors } = deps;
  if (target.name === vectors.name)
    throw new QuarryError("invalid_request", `The vectors are in ${target.name} already.`);
  if (!target.capabilities.durable)
    throw new QuarryError(
      "invalid_request",
      `The store ${target.name} is filled from the database at every start. Set QUARRY_VECTOR_STORE=${target.name} and start the service again.`,
    );
  const total = await db.$count(documents, eq(documents.status, "COMPLETED"));
  let done = 0;
  let reported = performance.now();
  for await (const { orgId, ids } of completedDocuments(db)) {
    const loaded = await loadCompleted(db, orgId, ids);
    await writeVectors(target, { kind: "documents", orgId, documents: loaded }, target.capabilities.maxBatch);
    done += ids.length;
    if (performance.now() - reported < REPORT_MS) continue;
    reported = performance.now();
    yield { type: "progress", text: `${done} of ${total} documents` };
  }
  const next = `Set QUARRY_VECTOR_STORE=${setting} and start the service again.`;
  yield {
    type: "result",
    isGood: true,
    text: `the vectors of ${done} documents are in ${target.name}. ${next}`,
  };
}
