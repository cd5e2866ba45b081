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
 * Fills another vector store from the embeddings in the database, without calling the embedding provider, while the
 * service uses the current store. Changes made in the meantime are added at the next start, which compares the store
 * with the database.
 * @param setting The target's name in the settings.
 * @throws QuarryError `invalid_request` when the target is the store in use or an in-memory store.
 */
export async function* move(deps: DoctorDeps, target: VectorStore, setting: string): Operation {
  const { db, vectors } = deps;
  if (target.name === vectors.name)
    throw new QuarryError("invalid_request", `The vectors are already in ${target.name}.`);
  if (!target.capabilities.durable)
    throw new QuarryError(
      "invalid_request",
      `The store ${target.name} is filled from the database at every start. To use it, set QUARRY_VECTOR_STORE=${target.name} and restart the service.`,
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
  const next = `Set QUARRY_VECTOR_STORE=${setting} and restart the service.`;
  yield {
    type: "result",
    isGood: true,
    text: `the vectors of ${done} documents are in ${target.name}. ${next}`,
  };
}
