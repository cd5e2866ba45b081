import { QuarryError } from "@quarry/core";
import type { Document } from "@quarry/schema";
import type { TenantScope } from "../platform/access/tenant-scope.ts";
import { requireActiveSpace } from "../records/spaces/active-space.ts";
import type { IngestDeps } from "./ingest-deps.ts";
import { createUpload } from "./jobs/upload-document.ts";
import { createWaitForMembers } from "./members/wait-for-members.ts";
import type { DocumentInput } from "./receive/document-input.ts";
import { type ReceivedFile, receiveFile } from "./receive/received-file.ts";
import type { UpsertOutcome } from "./upsert/attempt-upsert.ts";
import { createUpsert } from "./upsert/upsert-documents.ts";

/** Takes documents in. A space is named by id or slug; an archived space is not found. */
export interface IngestService {
  /** Takes in a file for `upload` or `upsert`. The caller must call `discard` on the result in the end. */
  receive(orgId: string, sent: Uint8Array | AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
  /**
   * Stores a document and processes it in the background.
   * @throws QuarryError `conflict` if the filename is taken, `forbidden` if the space is full.
   */
  upload(scope: TenantScope, space: string, input: DocumentInput): Promise<Document>;
  /**
   * Creates or replaces documents by filename. Returns the outcomes in the order of the inputs, when the documents and the
   * files of archives can be found.
   */
  upsert(scope: TenantScope, space: string, inputs: readonly DocumentInput[]): Promise<UpsertOutcome[]>;
}

/** Creates the ingest service. */
export function createIngestService(deps: IngestDeps & { readonly wakeWorker: () => void }): IngestService {
  const { db, blobs } = deps;
  const upload = createUpload(deps, deps.wakeWorker);
  const upsert = createUpsert(deps);
  const waitForMembers = createWaitForMembers(deps);

  return {
    receive: (orgId, sent) => receiveFile(blobs, orgId, sent),
    upload,
    async upsert(scope, space, inputs) {
      const { id } = await requireActiveSpace(db, scope, space);
      const outcomes = await upsert(scope, id, inputs);
      return Promise.all(
        outcomes.map(async (outcome) =>
          QuarryError.isInstance(outcome)
            ? outcome
            : { ...outcome, document: await waitForMembers(outcome.document) },
        ),
      );
    },
  };
}
