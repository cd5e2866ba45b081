import type {
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
import { type ListPromise, startList } from "./list-page.ts";
import type { CallOptions } from "./options.ts";
import { path } from "./path.ts";
import type { Transport } from "./transport.ts";

/** Which spaces to list. */
export interface ListSpacesOptions extends Omit<ListSpacesParameters, "metadata"> {
  /** Keeps only spaces whose metadata contains this. */
  readonly metadata?: Metadata;
}

/** How to export a space. */
export interface ExportOptions {
  /** True: compressed by gzip. */
  readonly gzip?: boolean;
}

/** Spaces: containers of related documents. */
export class Spaces {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a space; only `name` is required. `chunking` says how its documents are cut: `maxTokens` is the largest size
   * of a chunk, `overlapTokens` how much of the one before it may repeat.
   */
  create(space: CreateSpaceBody, options?: CallOptions): Promise<SpaceResponse> {
    return this.#transport.send({ method: "POST", path: "/api/spaces", body: space }, options);
  }

  /** Reads a space. `rechunking` is there while its documents are being cut anew. */
  get(id: string, options?: CallOptions): Promise<SpaceResponse> {
    return this.#transport.send({ method: "GET", path: path`/api/spaces/${id}` }, options);
  }

  /**
   * Changes the fields that are given. A new `chunking` takes the place of the old one as a whole (`{}` is the default);
   * documents are cut anew in the background and found by their old chunks until then.
   */
  update(id: string, changes: UpdateSpaceBody, options?: CallOptions): Promise<SpaceResponse> {
    return this.#transport.send({ method: "PATCH", path: path`/api/spaces/${id}`, body: changes }, options);
  }

  /** Hides a space from lists and queries; its data stays, see {@link Spaces.restore}. */
  archive(id: string, options?: CallOptions): Promise<SpaceResponse> {
    return this.#transport.send({ method: "DELETE", path: path`/api/spaces/${id}` }, options);
  }

  /** Brings an archived space back. */
  restore(id: string, options?: CallOptions): Promise<SpaceResponse> {
    return this.update(id, { isArchived: false }, options);
  }

  /** Erases a space and everything in it, for good. */
  purge(id: string, options?: CallOptions): Promise<SpaceResponse> {
    const parameters = { purge: true };
    return this.#transport.send({ method: "DELETE", path: path`/api/spaces/${id}`, parameters }, options);
  }

  /**
   * Opens a space with all it holds as one archive: originals, text, chunks, vectors, metadata and evaluations. A stream
   * that breaks off is not whole, which {@link Spaces.import} notices. Only the time until it begins is bounded.
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
   * Makes a new space of an archive, compressed or not. It is there when this resolves; when it rejects, nothing is. Its
   * time is bounded by `timeoutMs` alone, and it is tried once.
   */
  import(
    archive: ReadableStream<Uint8Array> | Blob | Uint8Array,
    parameters: ImportParameters = {},
    options?: CallOptions,
  ): Promise<ImportResponse> {
    return this.#transport.send(
      { method: "POST", path: "/api/spaces/import", parameters: { ...parameters }, bytes: archive },
      { timeoutMs: Number.POSITIVE_INFINITY, ...options, maxRetries: 0 },
    );
  }

  /** Reads what a space may hold, and what it holds. */
  limits(id: string, options?: CallOptions): Promise<SpaceLimitsResponse> {
    return this.#transport.send({ method: "GET", path: path`/api/spaces/${id}/limits` }, options);
  }

  /** Lists spaces; the active ones unless `status` says otherwise. */
  list(parameters: ListSpacesOptions = {}, options?: CallOptions): ListPromise<Space> {
    return startList((page = parameters.page) =>
      this.#transport.send<SpacePage>(
        { method: "GET", path: "/api/spaces", parameters: { ...parameters, page } },
        options,
      ),
    );
  }
}
