import type {
  BatchBody,
  BatchResponse,
  ByFilenameParameters,
  ChunkPage,
  DeletedResponse,
  Document,
  DocumentChunk,
  DocumentKind,
  DocumentPage,
  DocumentResponse,
  DocumentStatus,
  DocumentWithContent,
  ListChunksParameters,
  ListDocumentsInSpaceParameters,
  Metadata,
  OutlineResponse,
  ParseResponse,
  QueryResult,
  UpdateDocumentBody,
  UpsertResponse,
} from "@quarry/schema";
import { type ApiPromise, convertData } from "../http/api-promise.ts";
import type { CallOptions } from "../http/options.ts";
import { path } from "../http/path.ts";
import { completeBody } from "../http/response-body.ts";
import type { Transport } from "../http/transport.ts";
import { type ContentOrFile, type SendOptions, sendDocument } from "../uploads/send-document.ts";
import { type UploadedDocument, uploadedDocument } from "../uploads/uploaded-document.ts";
import { type UpsertManyOptions, type UpsertManyResult, upsertMany } from "../uploads/upsert-many.ts";
import { type ListPromise, startList } from "./list-page.ts";

/** Identifies a document. */
export interface DocumentName {
  /** Id or slug of the document's space. */
  readonly spaceId: string;
  /** Id of the document. */
  readonly id: string;
}

/** Identifies a passage; a {@link QueryResult} does. */
export interface PassageName {
  /** The passage's document. */
  readonly document: Pick<QueryResult["document"], "id">;
  /** Where the passage is in it. */
  readonly place: Pick<QueryResult["place"], "start" | "end" | "page">;
}

/** A document to store, and the space to store it in. */
export type DocumentToStore = {
  /** Id or slug of the space. */
  readonly spaceId: string;
} & ContentOrFile;

/** A file to read without storing it. */
export type DocumentToParse = {
  /** Id or slug of the space whose chunking settings apply. Default: the default settings. */
  readonly spaceId?: string | undefined;
} & WithoutMetadata<ContentOrFile>;

/** An input without metadata. Distributes over the kinds of input. */
type WithoutMetadata<Input> = Input extends unknown ? Omit<Input, "metadata"> : never;

/** A byte range of a file. */
export interface FileRange {
  /** Offset of the first byte, from 0. */
  readonly start: number;
  /** Offset after the last byte. Default: the end of the file. */
  readonly end?: number | undefined;
}

/** Identifies a document's original file, or a part of it. */
export interface FileName extends DocumentName {
  /** The part of the file to download. Default: the whole file. */
  readonly range?: FileRange | undefined;
}

/** Identifies a document's original file, and a page in it. */
export interface FileLink extends DocumentName {
  /** The page at which viewers open a PDF, from 1. Default: the first. */
  readonly page?: number | undefined;
}

/** A document's original bytes. */
export interface OriginalFile {
  /** The bytes. The stream fails if the connection is lost. */
  readonly body: ReadableStream<Uint8Array>;
  /** Media type of the file; `application/octet-stream` if it is unknown. */
  readonly mimeType: string;
  /** Size in bytes: of the range if one was requested, otherwise of the file. Undefined if the server did not send it. */
  readonly sizeBytes: number | undefined;
}

/** Filters of {@link Documents.list}. */
export interface ListDocumentsOptions
  extends Omit<ListDocumentsInSpaceParameters, "status" | "kind" | "metadata" | "filter"> {
  /** Returns only documents with this status, or with one of several. Default: all. */
  readonly status?: OneOrMore<DocumentStatus | Lowercase<DocumentStatus>> | undefined;
  /** Returns only files of this kind, or of several. Default: all. */
  readonly kind?: OneOrMore<DocumentKind> | undefined;
  /** Returns only documents whose metadata contains these entries. */
  readonly metadata?: Metadata | undefined;
  /** Returns only documents whose metadata matches this condition, the one of queries, e.g. `{ year: { $lt: 2020 } }`. */
  readonly filter?: Metadata | undefined;
}

/** A value, or several. */
type OneOrMore<Value> = Value | readonly Value[];

/** Documents: the contents of spaces. */
export class Documents {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Uploads a new document from text (`content`) or from a file: a path (not in browsers), a Blob, bytes or a stream. It
   * is processed in the background; see {@link UploadedDocument.waitUntilReady}.
   */
  upload({ spaceId, ...document }: DocumentToStore, options?: SendOptions): ApiPromise<UploadedDocument> {
    const target = path`/api/spaces/${spaceId}/documents`;
    const call = { method: "POST", path: target } as const;
    const sent = sendDocument<Document>(this.#transport, call, document, options);
    return convertData(sent, (record) => {
      const name = { spaceId, id: record.id };
      return uploadedDocument(record, async (waiting) => (await this.get(name, waiting)).document);
    });
  }

  /**
   * Shows what the service reads in a file: its text, outline, chunks and warnings. Stores nothing. With `spaceId`, the
   * chunks are cut as in that space. Accepts the same input as {@link Documents.upload}, without metadata.
   */
  parse({ spaceId, ...document }: DocumentToParse, options?: SendOptions): ApiPromise<ParseResponse> {
    const call = { method: "POST", path: "/api/parse" } as const;
    return sendDocument(this.#transport, call, document, options, spaceId === undefined ? {} : { spaceId });
  }

  /**
   * Creates a document, or replaces the one with the same filename. It can be queried when the promise resolves. Accepts
   * the same input as {@link Documents.upload}.
   */
  upsert({ spaceId, ...document }: DocumentToStore, options?: SendOptions): ApiPromise<UpsertResponse> {
    const call = { method: "PUT", path: "/api/documents" } as const;
    return sendDocument(this.#transport, call, document, options, { spaceId });
  }

  /**
   * Upserts any number of documents with concurrent calls and returns one result per document, in input order. An invalid
   * document does not fail the others. Rejects if the error concerns all documents, e.g. an unknown space; documents
   * stored until then remain.
   */
  upsertMany(
    documents: Iterable<ContentOrFile> | AsyncIterable<ContentOrFile>,
    options: UpsertManyOptions,
  ): Promise<UpsertManyResult[]> {
    return upsertMany(this, documents, options);
  }

  /** Upserts 1 to 100 documents in one call. Check each of `results`: an invalid document does not fail the others. */
  upsertBatch(batch: BatchBody, options?: CallOptions): ApiPromise<BatchResponse> {
    return this.#transport.send({ method: "PUT", path: "/api/documents/batch", body: batch }, options);
  }

  /** Retrieves a document's record. */
  get({ spaceId, id }: DocumentName, options?: CallOptions): ApiPromise<DocumentResponse> {
    return this.#transport.send(
      { method: "GET", path: path`/api/spaces/${spaceId}/documents/${id}` },
      options,
    );
  }

  /** Downloads a document's original file, or a byte range of it. */
  async file({ spaceId, id, range }: FileName, options: CallOptions = {}): Promise<OriginalFile> {
    const target = path`/api/spaces/${spaceId}/documents/${id}/file`;
    const lastByte = range?.end === undefined ? "" : range.end - 1;
    const rangeHeader = range ? { range: `bytes=${range.start}-${lastByte}` } : {};
    const headers = { accept: "*/*", ...rangeHeader, ...options.headers };
    const response = await this.#transport.open({ method: "GET", path: target }, { ...options, headers });
    const size = response.headers.get("content-length");
    return {
      body: completeBody(response, options.signal),
      mimeType: response.headers.get("content-type") ?? "application/octet-stream",
      sizeBytes: size === null ? undefined : Number(size),
    };
  }

  /** The address of a document's original file, for links. Opening it needs credentials, as every call does. */
  fileUrl({ spaceId, id, page }: FileLink): string {
    const target = this.#transport.urlOf(path`/api/spaces/${spaceId}/documents/${id}/file`);
    return page === undefined ? target : `${target}#page=${page}`;
  }

  /**
   * The address of the page that shows a result's document at the passage, for links. It opens for people of the
   * organization, who sign in.
   */
  passageUrl({ document, place: { start, end, page } }: PassageName): string {
    const offsets = `?start=${start}&end=${end}${page === null ? "" : `&page=${page}`}`;
    return this.#transport.urlOf(`${path`/app/documents/${document.id}`}${offsets}#passage`);
  }

  /** Retrieves a document and its extracted text by filename. */
  getByFilename(name: ByFilenameParameters, options?: CallOptions): ApiPromise<DocumentWithContent> {
    const { spaceId, filename } = name;
    const parameters = { spaceId, filename };
    return this.#transport.send({ method: "GET", path: "/api/documents/by-filename", parameters }, options);
  }

  /** Retrieves a document's headings as a tree, with their pages and chunks. */
  outline({ spaceId, id }: DocumentName, options?: CallOptions): ApiPromise<OutlineResponse> {
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

  /** Processes a FAILED document again. */
  retry({ spaceId, id }: DocumentName, options?: CallOptions): ApiPromise<DocumentResponse> {
    return this.#transport.send(
      { method: "POST", path: path`/api/spaces/${spaceId}/documents/${id}/retry` },
      options,
    );
  }

  /** Updates the given fields. `metadata` is replaced as a whole. */
  update(
    { spaceId, id, ...changes }: DocumentName & UpdateDocumentBody,
    options?: CallOptions,
  ): ApiPromise<DocumentResponse> {
    const target = path`/api/spaces/${spaceId}/documents/${id}`;
    return this.#transport.send({ method: "PATCH", path: target, body: changes }, options);
  }

  /** Deletes a document and its chunks. */
  delete({ spaceId, id }: DocumentName, options?: CallOptions): ApiPromise<DeletedResponse> {
    const target = path`/api/spaces/${spaceId}/documents/${id}`;
    return this.#transport.send({ method: "DELETE", path: target }, options);
  }

  /** Lists the documents of a space. */
  list(
    { spaceId, status, kind, ...filters }: ListDocumentsOptions,
    options?: CallOptions,
  ): ListPromise<Document> {
    const target = path`/api/spaces/${spaceId}/documents`;
    const parameters = { ...filters, status: listed(status), kind: listed(kind) };
    return startList((page = filters.page) =>
      this.#transport.send<DocumentPage>(
        { method: "GET", path: target, parameters: { ...parameters, page } },
        options,
      ),
    );
  }
}

/** A list as one parameter. */
function listed(values: string | readonly string[] | undefined): string | undefined {
  return typeof values === "object" ? values.join(",") : values;
}
