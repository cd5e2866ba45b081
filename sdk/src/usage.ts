import type { UsageResponse } from "@quarry/schema";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** What the organization has, and what its tier allows. */
export class Usage {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Counts and limits of spaces, documents, API keys and calls. */
  get(options?: CallOptions): Promise<UsageResponse> {
    return this.#transport.send({ method: "GET", path: "/api/usage" }, options);
  }
}
