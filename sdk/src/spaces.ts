import type {
  CreateSpaceBody,
  ListSpacesParameters,
  Metadata,
  Space,
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

/** Spaces: containers of related documents. */
export class Spaces {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a space; only `name` is required. */
  create(space: CreateSpaceBody, options?: CallOptions): Promise<SpaceResponse> {
    return this.#transport.send({ method: "POST", path: "/api/spaces", body: space }, options);
  }

  /** Reads a space. */
  get(id: string, options?: CallOptions): Promise<SpaceResponse> {
    return this.#transport.send({ method: "GET", path: path`/api/spaces/${id}` }, options);
  }

  /** Changes the fields that are given. */
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
