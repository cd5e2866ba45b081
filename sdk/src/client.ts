import type { QueryBody, QueryResponse, SmartQueryBody, SmartQueryResponse } from "@quarry/schema";
import { ApiKeys } from "./api-keys.ts";
import { Documents } from "./documents.ts";
import { Evaluations } from "./evaluations.ts";
import { Events } from "./events.ts";
import { type CallOptions, type QuarryOptions, resolveSettings } from "./options.ts";
import { Spaces } from "./spaces.ts";
import { Transport } from "./transport.ts";
import { Webhooks } from "./webhooks.ts";

/** Client of a Quarry server. A further resource is one class over {@link Transport} and one field here. */
export class Quarry {
  readonly spaces: Spaces;
  readonly documents: Documents;
  readonly apiKeys: ApiKeys;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly evaluations: Evaluations;
  readonly #transport: Transport;

  constructor(options: QuarryOptions = {}) {
    this.#transport = new Transport(resolveSettings(options));
    this.spaces = new Spaces(this.#transport);
    this.documents = new Documents(this.#transport);
    this.apiKeys = new ApiKeys(this.#transport);
    this.events = new Events(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
    this.evaluations = new Evaluations(this.#transport);
  }

  /** Finds the passages of one or several spaces that answer a question best. */
  query(query: QueryBody, options?: CallOptions): Promise<QueryResponse> {
    const call = { method: "POST", path: "/api/query", body: query, idempotent: true } as const;
    return this.#transport.send(call, options);
  }

  /** Recommends the spaces that are worth asking; with `search: true` it asks them too. */
  smartQuery(query: SmartQueryBody, options?: CallOptions): Promise<SmartQueryResponse> {
    const call = { method: "POST", path: "/api/query/smart", body: query, idempotent: true } as const;
    return this.#transport.send(call, options);
  }
}
