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
  UpsertResponse,
} from "@quarry/schema";
import { checkedBody } from "./answer.ts";
import { type ContentOrFile, type SendOptions, sendDocument } from "./document-content.ts";
import { type ListPromise, startList } from "./list-page.ts";
import type { CallOptions } from "./options.ts";
import { path } from "./path.ts";
import type { Transport } from "./transport.ts";
import { type UploadedDocument, uploadedDocument } from "./uploaded-document.ts";
import { type UpsertManyOptions, type UpsertManyResult, upsertMany } from "./upsert-many.ts";

/** Names one document. */
export interface DocumentName {
  readonly spaceId: string;
  readonly id: string;
}

/** A document to be stored, and the space that it belongs to. */
export type DocumentToStore = { readonly spaceId: string } & ContentOrFile;

/** A part of a file. */
export interface FileRange {
  /** The first byte. */
  readonly start: number;
  /** The byte after the last; the file's end when left out. */
  readonly end?: number | undefined;
}

/** A document's original bytes. */
export interface OriginalFile {
  /** Fails when the connection breaks. */
  readonly body: ReadableStream<Uint8Array>;
  readonly mimeType: string;
  /** Of what is sent: of the range, where one was asked for. */
  readonly sizeBytes: number | undefined;
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

  /**
   * Stores a new document, of a text (`content`) or of a file: a path (not in browsers), a Blob, bytes or a stream. It is
   * processed in the background, see {@link UploadedDocument.waitUntilReady}.
   */
  async upload({ spaceId, ...document }: DocumentToStore, options?: SendOptions): Promise<UploadedDocument> {
    const target = path`/api/spaces/${spaceId}/documents`;
    const call = { method: "POST", path: target } as const;
    const record = await sendDocument<Document>(this.#transport, call, document, options);
    const name = { spaceId, id: record.id };
    return uploadedDocument(record, async (waiting) => (await this.get(name, waiting)).document);
  }

  /**
   * Creates the document, or replaces the one with the same filename; it is queryable when this resolves. It takes the
   * same as {@link Documents.upload}.
   */
  upsert({ spaceId, ...document }: DocumentToStore, options?: SendOptions): Promise<UpsertResponse> {
    const call = { method: "PUT", path: "/api/documents" } as const;
    return sendDocument(this.#transport, call, document, options, { spaceId });
  }

  /**
   * Upserts as many documents as there are, several calls at a time, and answers one result each, in order: one bad
   * document fails alone. Rejects when something stands against all of them, e.g. that there is no such space; what was
   * stored by then stays.
   */
  upsertMany(
    documents: Iterable<ContentOrFile> | AsyncIterable<ContentOrFile>,
    options: UpsertManyOptions,
  ): Promise<UpsertManyResult[]> {
    return upsertMany(this, documents, options);
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

  /** Reads a document's original bytes, or a part of them. */
  async file(
    { spaceId, id, range }: DocumentName & { readonly range?: FileRange | undefined },
    options: CallOptions = {},
  ): Promise<OriginalFile> {
    const target = path`/api/spaces/${spaceId}/documents/${id}/file`;
    const last = range?.end === undefined ? "" : range.end - 1;
    const asked = range ? { range: `bytes=${range.start}-${last}` } : {};
    const headers = { accept: "*/*", ...asked, ...options.headers };
    const answer = await this.#transport.open({ method: "GET", path: target }, { ...options, headers });
    const size = answer.headers.get("content-length");
    return {
      body: checkedBody(answer, options.signal),
      mimeType: answer.headers.get("content-type") ?? "application/octet-stream",
      sizeBytes: size === null ? undefined : Number(size),
    };
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
