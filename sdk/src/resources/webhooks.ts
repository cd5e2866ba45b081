import type {
  CreatedWebhook,
  CreateWebhookBody,
  DeletedResponse,
  ListWebhooksParameters,
  ReplayResponse,
  ReplayWebhookBody,
  UpdateWebhookBody,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookPage,
  WebhookResponse,
} from "@quarry/schema";
import type { ApiPromise } from "../http/api-promise.ts";
import type { CallOptions } from "../http/options.ts";
import { path } from "../http/path.ts";
import type { Transport } from "../http/transport.ts";
import { type ListPromise, startList } from "./list-page.ts";

/** Identifies a webhook. */
export interface WebhookName {
  /** Id of the webhook. */
  readonly id: string;
}

/** Webhooks: events are sent to their URLs. Receivers verify messages with `verifyWebhook`. */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a webhook. The response is the only one that contains `secret`. */
  create(webhook: CreateWebhookBody, options?: CallOptions): ApiPromise<CreatedWebhook> {
    return this.#transport.send({ method: "POST", path: "/api/webhooks", body: webhook }, options);
  }

  /** Lists the organization's webhooks. */
  list(parameters: ListWebhooksParameters = {}, options?: CallOptions): ListPromise<Webhook> {
    return startList((page = parameters.page) =>
      this.#transport.send<WebhookPage>(
        { method: "GET", path: "/api/webhooks", parameters: { ...parameters, page } },
        options,
      ),
    );
  }

  /** Retrieves a webhook. */
  get({ id }: WebhookName, options?: CallOptions): ApiPromise<WebhookResponse> {
    return this.#transport.send({ method: "GET", path: path`/api/webhooks/${id}` }, options);
  }

  /** Updates the given fields. `enabled: true` re-enables a webhook that the server has disabled. */
  update(
    { id, ...changes }: WebhookName & UpdateWebhookBody,
    options?: CallOptions,
  ): ApiPromise<WebhookResponse> {
    return this.#transport.send({ method: "PATCH", path: path`/api/webhooks/${id}`, body: changes }, options);
  }

  /** Deletes a webhook. No more messages are sent to it. */
  delete({ id }: WebhookName, options?: CallOptions): ApiPromise<DeletedResponse> {
    return this.#transport.send({ method: "DELETE", path: path`/api/webhooks/${id}` }, options);
  }

  /** Replaces a webhook's secret. The response is the only one that contains it. The old secret also signs messages for 24 hours. */
  rotate({ id }: WebhookName, options?: CallOptions): ApiPromise<CreatedWebhook> {
    return this.#transport.send({ method: "POST", path: path`/api/webhooks/${id}/rotate` }, options);
  }

  /** Sends a `webhook.test` message and returns the receiver's response. */
  test({ id }: WebhookName, options?: CallOptions): ApiPromise<WebhookAttempt> {
    return this.#transport.send({ method: "POST", path: path`/api/webhooks/${id}/test` }, options);
  }

  /** Lists a webhook's deliveries and their outcome, newest event first. */
  deliveries(
    { id, ...parameters }: WebhookName & ListWebhooksParameters,
    options?: CallOptions,
  ): ListPromise<WebhookDelivery> {
    return startList((page = parameters.page) =>
      this.#transport.send<WebhookDeliveryPage>(
        { method: "GET", path: path`/api/webhooks/${id}/deliveries`, parameters: { ...parameters, page } },
        options,
      ),
    );
  }

  /** Sends one event again, or all stored events since a given time. */
  replay(
    { id, ...body }: WebhookName & ReplayWebhookBody,
    options?: CallOptions,
  ): ApiPromise<ReplayResponse> {
    return this.#transport.send({ method: "POST", path: path`/api/webhooks/${id}/replay`, body }, options);
  }
}
