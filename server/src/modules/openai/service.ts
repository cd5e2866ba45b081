import type { BlobStore, Clock } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import type { EmbeddingModels } from "../../indexes/embeddings/embedding-models.ts";
import type { IngestService } from "../../ingest/ingest-service.ts";
import type { Database } from "../../platform/database/database.ts";
import type { UploadAdmission } from "../../platform/limits/upload-admission.ts";
import type { QueryService } from "../../retrieve/query-service.ts";
import type { DocumentService } from "../documents/service.ts";
import type { SpaceService } from "../spaces/service.ts";
import { createAttachFile } from "./attach-file.ts";
import { createEmbeddings, type Embeddings } from "./embeddings.ts";
import { createFileBatchService, type FileBatchService } from "./file-batches.ts";
import { createFileService, type FileService } from "./files.ts";
import { createStoreSearch, type StoreSearch } from "./search.ts";
import { createStoreFileService, type StoreFileService } from "./store-files.ts";
import { createStoreService, type StoreService } from "./stores.ts";

/** The services behind OpenAI's vector stores API. */
export interface OpenAiServices {
  readonly files: FileService;
  readonly stores: StoreService;
  readonly storeFiles: StoreFileService;
  readonly batches: FileBatchService;
  readonly search: StoreSearch;
  readonly embeddings: Embeddings;
}

/** Creates the services over the services of Quarry's own API. */
export function createOpenAiServices(deps: {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly models: EmbeddingModels;
  readonly spaces: SpaceService;
  readonly documents: DocumentService;
  readonly ingest: IngestService;
  readonly queries: QueryService;
  readonly uploads: Pick<UploadAdmission, "run">;
  readonly hasReranker: boolean;
}): OpenAiServices {
  const files = createFileService(deps);
  const attaching = createAttachFile(deps);
  const storeFiles = createStoreFileService({ ...deps, files, attaching });
  const batches = createFileBatchService({ ...deps, files, storeFiles, attaching });
  const stores = createStoreService({
    ...deps,
    attachAll: (caller, space, fileIds) =>
      batches.attachAll(
        caller,
        space,
        fileIds.map((file_id) => ({ file_id })),
        null,
      ),
  });
  const search = createStoreSearch(deps);
  return { files, stores, storeFiles, batches, search, embeddings: createEmbeddings(deps) };
}
