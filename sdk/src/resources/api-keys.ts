import type {
  ApiKey,
  ApiKeyPage,
  CreateApiKeyBody,
  CreatedApiKey,
  DeletedResponse,
  ListApiKeysParameters,
  RotateApiKeyBody,
} from "@quarry/schema";
import type { ApiPromise } from "../http/api-promise.ts";
import type { CallOptions } from "../http/options.ts";
import { path } from "../http/path.ts";
import type { Transport } from "../http/transport.ts";
import { type ListPromise, startList } from "./list-page.ts";

/** Identifies an API key. */
export interface ApiKeyName {
  /** Id of the API key, which a rotation keeps. */
  readonly id: string;
}

/** An API key to rotate, and how long the old key remains valid. */
export type RotateApiKey = ApiKeyName & RotateApiKeyBody;

/** API keys: credentials for programs. */
export class ApiKeys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates an API key, for all spaces or only for `spaceIds`. The response is the only one that contains `key`. */
  create(apiKey: CreateApiKeyBody, options?: CallOptions): ApiPromise<CreatedApiKey> {
    return this.#transport.send({ method: "POST", path: "/api/api-keys", body: apiKey }, options);
  }

  /** Lists the organization's API keys, without the keys themselves. */
  list(parameters: ListApiKeysParameters = {}, options?: CallOptions): ListPromise<ApiKey> {
    return startList((page = parameters.page) =>
      this.#transport.send<ApiKeyPage>(
        { method: "GET", path: "/api/api-keys", parameters: { ...parameters, page } },
        options,
      ),
    );
  }

  /**
   * Replaces an API key with a new one that has the same permissions. The response is the only one that contains `key`.
   * The old key stops working immediately, or after `overlapSeconds`.
   */
  rotate({ id, ...body }: RotateApiKey, options?: CallOptions): ApiPromise<CreatedApiKey> {
    return this.#transport.send({ method: "POST", path: path`/api/api-keys/${id}/rotate`, body }, options);
  }

  /** Deletes an API key. It stops working immediately. */
  delete({ id }: ApiKeyName, options?: CallOptions): ApiPromise<DeletedResponse> {
    return this.#transport.send({ method: "DELETE", path: path`/api/api-keys/${id}` }, options);
  }
}
