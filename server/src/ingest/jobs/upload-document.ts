import { QuarryError } from "@quarry/core";
import type { Document } from "@quarry/schema";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import { toDocument } from "../../records/documents/to-document.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import type { DocumentInput } from "../receive/document-input.ts";
import { pendingRow } from "../receive/pending-row.ts";
import { createCallGroups } from "./call-groups.ts";
import { type PendingUpload, storeUploads } from "./store-uploads.ts";

/**
 * Stores a document with a job that processes it in the background. The space is named by id or slug. Returns the
 * document, which is PROCESSING.
 */
export type UploadDocument = (scope: TenantScope, space: string, input: DocumentInput) => Promise<Document>;

/** An upload with the names that it shares with its group. */
interface Upload extends PendingUpload {
  readonly scope: TenantScope;
  readonly space: string;
}

/** The most uploads in a transaction. */
const MAX_GROUP = 200;

/** Creates the asynchronous write path. `wake` notifies the worker of new jobs. */
export function createUpload(deps: IngestDeps, wake: () => void): UploadDocument {
  const { preparer, recentFiles } = deps;
  // A transaction costs more than its rows, so concurrent uploads to a space share one.
  const store = createCallGroups<Upload, DocumentRow>(MAX_GROUP, async (uploads) => {
    const [{ scope, space }] = uploads as readonly [Upload];
    const outcomes = await storeUploads(deps, { scope, space, uploads });
    wake();
    return outcomes;
  });

  return async (scope, space, input) => {
    const { filename, declaredMimeType, file } = input;
    const isBrief = preparer.isBrief({ filename, declaredMimeType, size: file.size });
    try {
      const { row, file: small } = await pendingRow(deps, scope.orgId, input);
      if (isBrief && file.bytes) recentFiles.put(row.blobKey, file.bytes);
      const sharers = JSON.stringify([scope.orgId, scope.tier, scope.spaceIds, space]);
      return toDocument(await store(sharers, { scope, space, row, file: small, isBrief }));
    } catch (error) {
      // After any other error the commit may have succeeded, so the file is kept.
      if (QuarryError.isInstance(error)) file.release();
      throw error;
    }
  };
}
