import type { UsageHistoryParameters, UsageHistoryResponse, UsageResponse } from "@quarry/schema";
import type { ApiPromise } from "../http/api-promise.ts";
import type { CallOptions } from "../http/options.ts";
import type { Transport } from "../http/transport.ts";

/** The organization's usage and the limits of its tier. */
export class Usage {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Retrieves counts and limits of spaces, documents, API keys and requests. */
  get(options?: CallOptions): ApiPromise<UsageResponse> {
    return this.#transport.send({ method: "GET", path: "/api/usage" }, options);
  }

  /** Retrieves the calls, documents and stored bytes of each of the last days, today included. */
  history(parameters: UsageHistoryParameters = {}, options?: CallOptions): ApiPromise<UsageHistoryResponse> {
    return this.#transport.send({ method: "GET", path: "/api/usage/history", parameters }, options);
  }
}
