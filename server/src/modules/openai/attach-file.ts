import { type BlobStore, QuarryError } from "@quarry/core";
import { invalidField } from "@quarry/core/internal";
import { LIMITS, type Metadata } from "@quarry/schema";
import type { IngestService } from "../../ingest/ingest-service.ts";
import type { DocumentInput } from "../../ingest/receive/document-input.ts";
import { type Caller, requirePermission } from "../../platform/access/caller.ts";
import type { Database } from "../../platform/database/database.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import type { DocumentService } from "../documents/service.ts";
import type { SpaceService } from "../spaces/service.ts";
import { type ChunkingStrategy, isSameChunking, readStrategy } from "./chunking-strategy.ts";
import { changeAttributes, requireAttributes } from "./file-attributes.ts";
import { type FileRow, findFiles } from "./file-rows.ts";
import { findStoreFile, hasFiles, moveToBatch, type StoreFileRow } from "./store-file-rows.ts";

/** What a file becomes in a vector store. */
export interface Attachment {
  readonly file: FileRow;
  /** Undefined keeps the attributes of a file that is attached already. */
  readonly attributes: Metadata | null | undefined;
  readonly batchId: string | null;
}

/** Attaches files to vector stores. */
export interface AttachFile {
  /**
   * Makes a document of a file, which is processed in the background. A file that is attached already keeps its document;
   * a failed one is tried again.
   */
  attach(caller: Caller, space: SpaceRow, attachment: Attachment): Promise<StoreFileRow>;
  /**
   * Applies chunking strategies: to an empty vector store, or checks that the store cuts its files so.
   * @throws QuarryError `invalid_request` if it does not.
   */
  chunkAs(
    caller: Caller,
    space: SpaceRow,
    strategies: readonly { readonly at: string; readonly strategy: ChunkingStrategy }[],
  ): Promise<void>;
}

/** Creates the functions. */
export function createAttachFile(deps: {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly ingest: IngestService;
  readonly documents: DocumentService;
  readonly spaces: SpaceService;
}): AttachFile {
  const { db, blobs, ingest, documents, spaces } = deps;

  const find = (space: SpaceRow, fileId: string) => findStoreFile(db, space.orgId, space.id, fileId);

  const isStored = async ({ orgId }: Caller, fileId: string) =>
    (await findFiles(db, { orgId, createdBy: undefined }, [fileId])).has(fileId);

  /** Uploads under the file's own name, or under one with its id if the space has another document of that name. */
  async function upload(
    caller: Caller,
    space: SpaceRow,
    input: DocumentInput,
    fileId: string,
  ): Promise<void> {
    for (const filename of [input.filename, withId(input.filename, fileId)])
      try {
        await ingest.upload(caller, space.id, { ...input, filename });
        return;
      } catch (error) {
        if (!QuarryError.isInstance(error) || error.code !== "conflict") throw error;
        // Another call may have attached it at the same time.
        if (await find(space, fileId)) return;
      }
    throw new QuarryError("conflict", "The vector store has other files of this name. Rename one of them.");
  }

  /** Uploads a copy of the file. */
  async function copy(
    caller: Caller,
    space: SpaceRow,
    { file, batchId, metadata }: Attachment & { readonly metadata: Metadata },
  ): Promise<void> {
    const blob = await blobs.get(file.blobKey);
    if (!blob) throw fileMissing(file.id);
    const received = await ingest.receive(caller.orgId, blob.bytes);
    try {
      const input = {
        filename: file.filename,
        file: received,
        declaredMimeType: file.declaredMimeType ?? undefined,
        metadata,
        attachment: { fileId: file.id, batchId },
      };
      await upload(caller, space, input, file.id);
    } finally {
      await received.discard();
    }
  }

  async function again(
    caller: Caller,
    space: SpaceRow,
    { documentId }: StoreFileRow,
    { attributes, batchId }: Attachment,
  ): Promise<void> {
    if (attributes !== undefined) await changeAttributes(documents, caller, space.id, documentId, attributes);
    if (batchId !== null) await moveToBatch(db, space.orgId, documentId, batchId);
    const { status } = await documents.get(caller, space.id, documentId);
    if (status === "FAILED") await documents.retry(caller, space.id, documentId);
  }

  return {
    async attach(caller, space, attachment) {
      const { file, attributes } = attachment;
      const known = await find(space, file.id);
      if (known) {
        await again(caller, space, known, attachment);
        return known;
      }
      const metadata = requireAttributes(attributes ?? {});
      await copy(caller, space, { ...attachment, metadata }).catch(async (error: unknown) => {
        // Its bytes, or the file that the document refers to, may have been deleted meanwhile.
        throw (await isStored(caller, file.id)) ? error : fileMissing(file.id);
      });
      const added = await find(space, file.id);
      if (!added) throw new QuarryError("conflict", "The file was deleted while it was attached.");
      return added;
    },

    async chunkAs(caller, space, strategies) {
      let chunking = space.chunking;
      for (const { at, strategy } of strategies) {
        const wanted = readStrategy(strategy, at);
        if (!wanted || isSameChunking(chunking, wanted)) continue;
        if (chunking !== space.chunking || (await hasFiles(db, space.orgId, space.id)))
          throw invalidField(
            at,
            "must be the same for all files of a vector store on this server. Set it when you create the vector store, or omit it",
          );
        requirePermission(caller, "spaces:write");
        await spaces.update(caller, space.id, { chunking: wanted });
        chunking = wanted;
      }
    },
  };
}

function fileMissing(id: string): QuarryError {
  return new QuarryError("not_found", `There is no file ${JSON.stringify(id)}.`);
}

/** A filename with the id of the file in front of its extension: `notes (fil_0a).md`. */
function withId(filename: string, id: string): string {
  const extension = /\.[^.]{1,20}$/.exec(filename)?.[0] ?? "";
  const mark = ` (${id})${extension}`;
  const name = filename.slice(0, filename.length - extension.length);
  return name.slice(0, LIMITS.filenameMaxChars - mark.length) + mark;
}
