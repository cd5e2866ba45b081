import type {
  ChunkingPreview,
  ChunkingPreviewBody,
  CreateSpaceBody,
  ImportParameters,
  ImportResponse,
  ListSpacesParameters,
  Metadata,
  Space,
  SpaceLimitsResponse,
  SpacePage,
  SpaceResponse,
  UpdateSpaceBody,
} from "@quarry/schema";
import type { ApiPromise } from "../http/api-promise.ts";
import type { CallOptions } from "../http/options.ts";
import { path } from "../http/path.ts";
import type { Transport } from "../http/transport.ts";
import { type ListPromise, startList } from "./list-page.ts";

/** Filters of {@link Spaces.list}. */
export interface ListSpacesOptions extends Omit<ListSpacesParameters, "metadata"> {
  /** Returns only spaces whose metadata contains these entries. */
  readonly metadata?: Metadata | undefined;
}

/** Options of {@link Spaces.export}. */
export interface ExportOptions {
  /** Compresses the archive with gzip. Default: false. */
  readonly gzip?: boolean | undefined;
}

/** Spaces: containers of related documents. */
export class Spaces {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a space. Only `name` is required. In `chunking`, `maxTokens` is the maximum size of a chunk and `overlapTokens`
   * the maximum overlap with the previous chunk.
   */
  create(space: CreateSpaceBody, options?: CallOptions): ApiPromise<SpaceResponse> {
    return this.#transport.send({ method: "POST", path: "/api/spaces", body: space }, options);
  }

  /**
   * Retrieves a space. `rechunking` is present while its documents are being chunked again.
   * @param id Id or slug of the space.
   */
  get(id: string, options?: CallOptions): ApiPromise<SpaceResponse> {
    return this.#transport.send({ method: "GET", path: path`/api/spaces/${id}` }, options);
  }

  /**
   * Updates the given fields. `chunking` is replaced as a whole (`{}` restores the default); documents are chunked again
   * in the background, and their old chunks remain searchable until then.
   * @param id Id or slug of the space.
   */
  update(id: string, changes: UpdateSpaceBody, options?: CallOptions): ApiPromise<SpaceResponse> {
    return this.#transport.send({ method: "PATCH", path: path`/api/spaces/${id}`, body: changes }, options);
  }

  /**
   * Shows how chunking settings would cut a document of the space, and changes nothing. Without `chunking`, shows the cuts
   * of the space's settings. Reads the first 200,000 characters.
   * @param id Id or slug of the space.
   */
  previewChunking(
    id: string,
    request: ChunkingPreviewBody,
    options?: CallOptions,
  ): ApiPromise<ChunkingPreview> {
    return this.#transport.send(
      { method: "POST", path: path`/api/spaces/${id}/chunking/preview`, body: request },
      options,
    );
  }

  /**
   * Archives a space: hides it from lists and queries and keeps its data. See {@link Spaces.restore}.
   * @param id Id or slug of the space.
   */
  archive(id: string, options?: CallOptions): ApiPromise<SpaceResponse> {
    return this.#transport.send({ method: "DELETE", path: path`/api/spaces/${id}` }, options);
  }

  /**
   * Restores an archived space.
   * @param id Id or slug of the space.
   */
  restore(id: string, options?: CallOptions): ApiPromise<SpaceResponse> {
    return this.update(id, { isArchived: false }, options);
  }

  /**
   * Permanently deletes a space and everything in it.
   * @param id Id or slug of the space.
   */
  purge(id: string, options?: CallOptions): ApiPromise<SpaceResponse> {
    const parameters = { purge: true };
    return this.#transport.send({ method: "DELETE", path: path`/api/spaces/${id}`, parameters }, options);
  }

  /**
   * Exports a space as one archive: original files, text, chunks, vectors, metadata and evaluations.
   * {@link Spaces.import} detects an incomplete archive. The timeout covers only the time to the start of the stream.
   * @param id Id or slug of the space.
   */
  async export(
    id: string,
    { gzip }: ExportOptions = {},
    options: CallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const target = path`/api/spaces/${id}/export`;
    const { body } = await this.#transport.open(
      { method: "GET", path: target, parameters: { gzip } },
      options,
    );
    return body;
  }

  /**
   * Imports an archive, compressed or not, as a new space. If the promise rejects, nothing was imported. There is no
   * default timeout, and the call is never retried.
   */
  import(
    archive: ReadableStream<Uint8Array> | Blob | Uint8Array,
    parameters: ImportParameters = {},
    options?: CallOptions,
  ): ApiPromise<ImportResponse> {
    return this.#transport.send(
      { method: "POST", path: "/api/spaces/import", parameters: { ...parameters }, bytes: archive },
      { ...options, timeoutMs: options?.timeoutMs ?? Number.POSITIVE_INFINITY, maxRetries: 0 },
    );
  }

  /**
   * Retrieves a space's limits and its current usage.
   * @param id Id or slug of the space.
   */
  limits(id: string, options?: CallOptions): ApiPromise<SpaceLimitsResponse> {
    return this.#transport.send({ method: "GET", path: path`/api/spaces/${id}/limits` }, options);
  }

  /** Lists spaces. Default `status`: active. */
  list(parameters: ListSpacesOptions = {}, options?: CallOptions): ListPromise<Space> {
    return startList((page = parameters.page) =>
      this.#transport.send<SpacePage>(
        { method: "GET", path: "/api/spaces", parameters: { ...parameters, page } },
        options,
      ),
    );
  }
}
