import type { Metadata, QueryBody, SmartQueryBody } from "@quarry/schema";
import { ApiKeys } from "./api-keys.ts";
import { Audit } from "./audit.ts";
import { Documents } from "./documents.ts";
import { Evaluations } from "./evaluations.ts";
import { Events } from "./events.ts";
import { type CallOptions, type QuarryOptions, resolveSettings } from "./options.ts";
import type { QueryAnswer, SmartQueryAnswer } from "./query-answer.ts";
import { Spaces } from "./spaces.ts";
import { Transport } from "./transport.ts";
import { Usage } from "./usage.ts";
import { Webhooks } from "./webhooks.ts";

/** Client of a Quarry server. A further resource is one class over {@link Transport} and one field here. */
export class Quarry {
  readonly spaces: Spaces;
  readonly documents: Documents;
  readonly apiKeys: ApiKeys;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly evaluations: Evaluations;
  readonly usage: Usage;
  readonly audit: Audit;
  readonly #transport: Transport;

  constructor(options: QuarryOptions = {}) {
    this.#transport = new Transport(resolveSettings(options));
    this.spaces = new Spaces(this.#transport);
    this.documents = new Documents(this.#transport);
    this.apiKeys = new ApiKeys(this.#transport);
    this.events = new Events(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
    this.evaluations = new Evaluations(this.#transport);
    this.usage = new Usage(this.#transport);
    this.audit = new Audit(this.#transport);
  }

  /**
   * Finds the passages of one or several spaces that answer a question best.
   * @typeParam DocumentMetadata What you keep as metadata of your documents. It is believed, not checked.
   */
  query<DocumentMetadata extends object = Metadata>(
    query: QueryBody,
    options?: CallOptions,
  ): Promise<QueryAnswer<DocumentMetadata>> {
    const call = { method: "POST", path: "/api/query", body: query, idempotent: true } as const;
    return this.#transport.send(call, options);
  }

  /**
   * Recommends the spaces that are worth asking; with `search: true` it asks them too.
   * @typeParam DocumentMetadata What you keep as metadata of your documents. It is believed, not checked.
   */
  smartQuery<DocumentMetadata extends object = Metadata>(
    query: SmartQueryBody,
    options?: CallOptions,
  ): Promise<SmartQueryAnswer<DocumentMetadata>> {
    const call = { method: "POST", path: "/api/query/smart", body: query, idempotent: true } as const;
    return this.#transport.send(call, options);
  }

  /** Asks whether the server is alive. */
  health(options?: CallOptions): Promise<{ status: "ok" }> {
    return this.#transport.send({ method: "GET", path: "/api/health" }, options);
  }

  /** Asks whether the server can answer questions; rejects with `UnavailableError` while it cannot. */
  ready(options?: CallOptions): Promise<{ status: "ok" }> {
    return this.#transport.send({ method: "GET", path: "/api/ready" }, options);
  }
}
