import type { VectorStore } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import type { IndexChange } from "../records/index-change.ts";
import { writeVectors } from "../records/index-records.ts";
import { loadCompleted } from "../records/load-documents.ts";
import { deleteOutbox, type OutboxRow, searchableGenerations } from "./outbox-rows.ts";

/** Brings a vector store to the state of the database. */
export interface VectorSync {
  /** Writes a change that was just committed, and repeats it for documents that changed again in the meantime. */
  writeChange(change: IndexChange): Promise<void>;
  /** Brings the subject of an outbox row up to date and deletes the row. */
  syncRow(row: OutboxRow): Promise<void>;
}

/** Creates the synchronization of a store outside the database and this process. */
export function createVectorSync(deps: { readonly db: Database; readonly vectors: VectorStore }): VectorSync {
  const { db, vectors } = deps;
  const write = (change: IndexChange) => writeVectors(vectors, change, vectors.capabilities.maxBatch);

  /** Writes a document's vectors as in its row, and again if the row changed in the meantime. */
  async function syncDocument(orgId: string, documentId: string): Promise<void> {
    for (;;) {
      const [document] = await loadCompleted(db, orgId, [documentId]);
      await write(
        document
          ? { kind: "documents", orgId, documents: [document] }
          : { kind: "document-gone", orgId, documentId },
      );
      const now = await searchableGenerations(db, orgId, [documentId]);
      if (now.get(documentId) === document?.generation) return;
    }
  }

  /** Repeats documents that another process changed and wrote to the store before this change arrived there. */
  async function syncChanged(orgId: string, written: readonly WrittenDocument[]): Promise<void> {
    const ids = written.map(({ id }) => id);
    const now = await searchableGenerations(db, orgId, ids);
    for (const { id, generation } of written) if (now.get(id) !== generation) await syncDocument(orgId, id);
  }

  return {
    async writeChange(change) {
      await write(change);
      if (change.kind === "documents") await syncChanged(change.orgId, change.documents);
      if (change.kind === "document-gone") await syncChanged(change.orgId, [{ id: change.documentId }]);
    },
    async syncRow({ id, orgId, subject, subjectId }) {
      if (subject === "document") await syncDocument(orgId, subjectId);
      else await write({ kind: "space-gone", orgId, spaceId: subjectId });
      await deleteOutbox(db, [id]);
    },
  };
}

/** A document as written to the store; without a generation when it was deleted there. */
interface WrittenDocument {
  readonly id: string;
  readonly generation?: number;
}
