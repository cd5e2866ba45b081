import type { Metadata, QueryBatchBody, QueryBody, SmartQueryBody } from "@quarry/schema";
import type { ApiPromise } from "./http/api-promise.ts";
import { type CallOptions, type QuarryOptions, resolveSettings } from "./http/options.ts";
import { callOf, type QuarryRequest } from "./http/request.ts";
import { Transport } from "./http/transport.ts";
import { ApiKeys } from "./resources/api-keys.ts";
import { Audit } from "./resources/audit.ts";
import { Bulk } from "./resources/bulk.ts";
import { Documents } from "./resources/documents.ts";
import { Evaluations } from "./resources/evaluations.ts";
import { Events } from "./resources/events.ts";
import { Operator } from "./resources/operator.ts";
import type {
  QueryAnswer,
  QueryBatchAnswer,
  SmartQueryAnswer,
  SmartSearchAnswer,
} from "./resources/query-answer.ts";
import { Questions } from "./resources/questions.ts";
import { Spaces } from "./resources/spaces.ts";
import { Usage } from "./resources/usage.ts";
import { Webhooks } from "./resources/webhooks.ts";

// To add a resource, write a class over Transport and add a field here.
/** Client for a Quarry server: `new Quarry({ baseUrl, apiKey })`. One client serves any number of calls at a time. */
export class Quarry {
  /** Spaces: containers of related documents. */
  readonly spaces: Spaces;
  /** Documents: the contents of spaces. */
  readonly documents: Documents;
  /** Deletes, processes again or tags many documents at once, in the background. */
  readonly bulk: Bulk;
  /** API keys: credentials for programs. */
  readonly apiKeys: ApiKeys;
  /** Changes in the organization, as a live stream. */
  readonly events: Events;
  /** Webhooks: URLs to which the server sends events. */
  readonly webhooks: Webhooks;
  /** Golden queries that measure the search quality of a space. */
  readonly evaluations: Evaluations;
  /** The log of the questions that were asked. */
  readonly questions: Questions;
  /** The organization's usage and the limits of its tier. */
  readonly usage: Usage;
  /** The audit log: who changed what in the organization. */
  readonly audit: Audit;
  /** The whole service, for its operator. */
  readonly operator: Operator;
  readonly #options: QuarryOptions;
  readonly #transport: Transport;

  constructor(options: QuarryOptions = {}) {
    this.#options = options;
    this.#transport = new Transport(resolveSettings(options));
    this.spaces = new Spaces(this.#transport);
    this.documents = new Documents(this.#transport);
    this.bulk = new Bulk(this.#transport);
    this.apiKeys = new ApiKeys(this.#transport);
    this.events = new Events(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
    this.evaluations = new Evaluations(this.#transport);
    this.questions = new Questions(this.#transport);
    this.usage = new Usage(this.#transport);
    this.audit = new Audit(this.#transport);
    this.operator = new Operator(this.#transport);
  }

  /**
   * Finds the passages that best answer a question, in one or more spaces.
   * @typeParam DocumentMetadata The shape of your documents' metadata. Not validated at runtime.
   */
  query<DocumentMetadata extends object = Metadata>(
    query: QueryBody,
    options?: CallOptions,
  ): ApiPromise<QueryAnswer<DocumentMetadata>> {
    const call = { method: "POST", path: "/api/query", body: query, idempotent: true } as const;
    return this.#transport.send(call, options);
  }

  /**
   * Answers 1 to 20 questions in one call; `answers` has their order. If one fails, the call rejects with its error.
   * @typeParam DocumentMetadata The shape of your documents' metadata. Not validated at runtime.
   */
  queryBatch<DocumentMetadata extends object = Metadata>(
    batch: QueryBatchBody,
    options?: CallOptions,
  ): ApiPromise<QueryBatchAnswer<DocumentMetadata>> {
    const call = { method: "POST", path: "/api/query/batch", body: batch, idempotent: true } as const;
    return this.#transport.send(call, options);
  }

  /**
   * Recommends the spaces that are relevant to a question; with `search: true` it also searches them.
   * @typeParam DocumentMetadata The shape of your documents' metadata. Not validated at runtime.
   */
  smartQuery<DocumentMetadata extends object = Metadata>(
    query: SmartQueryBody & {
      /** Also searches the recommended spaces. */
      search: true;
    },
    options?: CallOptions,
  ): ApiPromise<SmartSearchAnswer<DocumentMetadata>>;
  /**
   * Recommends the spaces that are relevant to a question, and searches them if `search` is true.
   * @typeParam DocumentMetadata The shape of your documents' metadata. Not validated at runtime.
   */
  smartQuery<DocumentMetadata extends object = Metadata>(
    query: SmartQueryBody,
    options?: CallOptions,
  ): ApiPromise<SmartQueryAnswer<DocumentMetadata>>;
  smartQuery<DocumentMetadata extends object = Metadata>(
    query: SmartQueryBody,
    options?: CallOptions,
  ): ApiPromise<SmartQueryAnswer<DocumentMetadata>> {
    const call = { method: "POST", path: "/api/query/smart", body: query, idempotent: true } as const;
    return this.#transport.send(call, options);
  }

  /** Checks that the server is running. */
  health(options?: CallOptions): ApiPromise<{
    /** Always `ok`; a server that is not running does not answer. */
    status: "ok";
  }> {
    return this.#transport.send({ method: "GET", path: "/api/health" }, options);
  }

  /**
   * Checks that the server can answer queries; rejects with `UnavailableError` if it cannot. With `degraded` it answers
   * queries, and `problems` says what else does not work.
   */
  ready(options?: CallOptions): ApiPromise<{
    /** `degraded`: queries are answered, but something else does not work. */
    status: "ok" | "degraded";
    /** What does not work. Present with `degraded`. */
    problems?: string[];
  }> {
    return this.#transport.send({ method: "GET", path: "/api/ready" }, options);
  }

  /** Creates a client with the same options, except for the given ones. */
  withOptions(options: QuarryOptions): Quarry {
    return new Quarry({ ...this.#options, ...options });
  }

  /**
   * Sends a call that this version of the client has no method for, with the client's credentials, retries and errors.
   * @typeParam Result The shape of the response. Not validated at runtime.
   * @throws TypeError if `path` does not start with a slash.
   */
  request<Result = unknown>(request: QuarryRequest, options?: CallOptions): ApiPromise<Result> {
    return this.#transport.send(callOf(request), options);
  }
}
