import type {
  BatchBody,
  BatchResponse,
  ByFilenameParameters,
  ChunkPage,
  DeletedResponse,
  Document,
  DocumentChunk,
  DocumentPage,
  DocumentResponse,
  DocumentWithContent,
  ListChunksParameters,
  ListDocumentsInSpaceParameters,
  Metadata,
  OutlineResponse,
  UpdateDocumentBody,
  UploadToSpaceBody,
  UpsertBody,
  UpsertResponse,
} from "@quarry/schema";
import { type ListPromise, startList } from "./list-page.ts";
import type { CallOptions } from "./options.ts";
import { path } from "./path.ts";
import type { Transport } from "./transport.ts";
import { type UploadedDocument, uploadedDocument } from "./uploaded-document.ts";

/** Names one document. */
export interface DocumentName {
  readonly spaceId: string;
  readonly id: string;
}

/** Which documents to list. */
export interface ListDocumentsOptions extends Omit<ListDocumentsInSpaceParameters, "metadata"> {
  /** Keeps only documents whose metadata contains this. */
  readonly metadata?: Metadata;
}

/** Documents: what is in the spaces. */
export class Documents {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Stores a new document; it is processed in the background, see {@link UploadedDocument.waitUntilReady}. */
  async upload(document: UploadToSpaceBody, options?: CallOptions): Promise<UploadedDocument> {
    const { spaceId, ...body } = document;
    const target = path`/api/spaces/${spaceId}/documents`;
    const record = await this.#transport.send<Document>({ method: "POST", path: target, body }, options);
    const name = { spaceId, id: record.id };
    return uploadedDocument(record, async (waiting) => (await this.get(name, waiting)).document);
  }

  /** Creates the document, or replaces the one with the same filename; it is queryable when this resolves. */
  upsert(document: UpsertBody, options?: CallOptions): Promise<UpsertResponse> {
    return this.#transport.send({ method: "PUT", path: "/api/documents", body: document }, options);
  }

  /** Upserts 1 to 100 documents in one call. One bad document fails alone: look at each of `results`. */
  upsertBatch(batch: BatchBody, options?: CallOptions): Promise<BatchResponse> {
    return this.#transport.send({ method: "PUT", path: "/api/documents/batch", body: batch }, options);
  }

  /** Reads a document's record. */
  get({ spaceId, id }: DocumentName, options?: CallOptions): Promise<DocumentResponse> {
    return this.#transport.send(
      { method: "GET", path: path`/api/spaces/${spaceId}/documents/${id}` },
      options,
    );
  }

  /** Reads a document with its text, by filename. */
  getByFilename(name: ByFilenameParameters, options?: CallOptions): Promise<DocumentWithContent> {
    const { spaceId, filename } = name;
    const parameters = { spaceId, filename };
    return this.#transport.send({ method: "GET", path: "/api/documents/by-filename", parameters }, options);
  }

  /** Reads a document's headings as a tree, with pages and chunks. */
  outline({ spaceId, id }: DocumentName, options?: CallOptions): Promise<OutlineResponse> {
    return this.#transport.send(
      { method: "GET", path: path`/api/spaces/${spaceId}/documents/${id}/outline` },
      options,
    );
  }

  /** Lists a document's chunks in order. */
  chunks(
    { spaceId, id, ...parameters }: DocumentName & ListChunksParameters,
    options?: CallOptions,
  ): ListPromise<DocumentChunk> {
    const target = path`/api/spaces/${spaceId}/documents/${id}/chunks`;
    return startList((page = parameters.page) =>
      this.#transport.send<ChunkPage>(
        { method: "GET", path: target, parameters: { ...parameters, page } },
        options,
      ),
    );
  }

  /** Processes a document once more that has FAILED. */
  retry({ spaceId, id }: DocumentName, options?: CallOptions): Promise<DocumentResponse> {
    return this.#transport.send(
      { method: "POST", path: path`/api/spaces/${spaceId}/documents/${id}/retry` },
      options,
    );
  }

  /** Changes the fields that are given; `metadata` replaces the old one. */
  update(
    { spaceId, id, ...changes }: DocumentName & UpdateDocumentBody,
    options?: CallOptions,
  ): Promise<DocumentResponse> {
    const target = path`/api/spaces/${spaceId}/documents/${id}`;
    return this.#transport.send({ method: "PATCH", path: target, body: changes }, options);
  }

  /** Deletes a document and its chunks. */
  delete({ spaceId, id }: DocumentName, options?: CallOptions): Promise<DeletedResponse> {
    const target = path`/api/spaces/${spaceId}/documents/${id}`;
    return this.#transport.send({ method: "DELETE", path: target }, options);
  }

  /** Lists the documents of a space. */
  list({ spaceId, ...parameters }: ListDocumentsOptions, options?: CallOptions): ListPromise<Document> {
    const target = path`/api/spaces/${spaceId}/documents`;
    return startList((page = parameters.page) =>
      this.#transport.send<DocumentPage>(
        { method: "GET", path: target, parameters: { ...parameters, page } },
        options,
      ),
    );
  }
}
