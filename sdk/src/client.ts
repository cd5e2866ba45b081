import type { Metadata, QueryBody, SmartQueryBody } from "@quarry/schema";
import { type CallOptions, type QuarryOptions, resolveSettings } from "./http/options.ts";
import { Transport } from "./http/transport.ts";
import { ApiKeys } from "./resources/api-keys.ts";
import { Audit } from "./resources/audit.ts";
import { Documents } from "./resources/documents.ts";
import { Evaluations } from "./resources/evaluations.ts";
import { Events } from "./resources/events.ts";
import type { QueryAnswer, SmartQueryAnswer } from "./resources/query-answer.ts";
import { Spaces } from "./resources/spaces.ts";
import { Usage } from "./resources/usage.ts";
import { Webhooks } from "./resources/webhooks.ts";

/** Client for a Quarry server. To add a resource, write a class over {@link Transport} and add a field here. */
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
   * Finds the passages that best answer a question, in one or more spaces.
   * @typeParam DocumentMetadata The shape of your documents' metadata. Not validated at runtime.
   */
  query<DocumentMetadata extends object = Metadata>(
    query: QueryBody,
    options?: CallOptions,
  ): Promise<QueryAnswer<DocumentMetadata>> {
    const call = { method: "POST", path: "/api/query", body: query, idempotent: true } as const;
    return this.#transport.send(call, options);
  }

  /**
   * Recommends the spaces that are relevant to a question; with `search: true` it also searches them.
   * @typeParam DocumentMetadata The shape of your documents' metadata. Not validated at runtime.
   */
  smartQuery<DocumentMetadata extends object = Metadata>(
    query: SmartQueryBody,
    options?: CallOptions,
  ): Promise<SmartQueryAnswer<DocumentMetadata>> {
    const call = { method: "POST", path: "/api/query/smart", body: query, idempotent: true } as const;
    return this.#transport.send(call, options);
  }

  /** Checks that the server is running. */
  health(options?: CallOptions): Promise<{ status: "ok" }> {
    return this.#transport.send({ method: "GET", path: "/api/health" }, options);
  }

  /**
   * Checks that the server can answer queries; rejects with `UnavailableError` if it cannot. With `degraded` it answers
   * queries, and `problems` says what else does not work.
   */
  ready(options?: CallOptions): Promise<{ status: "ok" | "degraded"; problems?: string[] }> {
    return this.#transport.send({ method: "GET", path: "/api/ready" }, options);
  }
}
