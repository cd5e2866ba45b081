import type {
  ApiKey,
  ApiKeyPage,
  CreateApiKeyBody,
  CreatedApiKey,
  DeletedResponse,
  ListApiKeysParameters,
  RotateApiKeyBody,
} from "@quarry/schema";
import { type ListPromise, startList } from "./list-page.ts";
import type { CallOptions } from "./options.ts";
import { path } from "./path.ts";
import type { Transport } from "./transport.ts";

/** Names one API key. */
export interface ApiKeyName {
  readonly id: string;
}

/** Names an API key, and says how long the old one works beside the new one. */
export type RotateApiKey = ApiKeyName & RotateApiKeyBody;

/** API keys: the credentials of programs. */
export class ApiKeys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a key, for all spaces or only for those of `spaceIds`. The answer's `key` is shown this once. */
  create(apiKey: CreateApiKeyBody, options?: CallOptions): Promise<CreatedApiKey> {
    return this.#transport.send({ method: "POST", path: "/api/api-keys", body: apiKey }, options);
  }

  /** Lists the records of the organization's keys. */
  list(parameters: ListApiKeysParameters = {}, options?: CallOptions): ListPromise<ApiKey> {
    return startList((page = parameters.page) =>
      this.#transport.send<ApiKeyPage>(
        { method: "GET", path: "/api/api-keys", parameters: { ...parameters, page } },
        options,
      ),
    );
  }

  /**
   * Replaces a key by a new one with the same rights. The answer's `key` is shown this once. The old one stops at once,
   * or after `overlapSeconds`.
   */
  rotate({ id, ...body }: RotateApiKey, options?: CallOptions): Promise<CreatedApiKey> {
    return this.#transport.send({ method: "POST", path: path`/api/api-keys/${id}/rotate`, body }, options);
  }

  /** Deletes a key; it stops working at once. */
  delete({ id }: ApiKeyName, options?: CallOptions): Promise<DeletedResponse> {
    return this.#transport.send({ method: "DELETE", path: path`/api/api-keys/${id}` }, options);
  }
}
