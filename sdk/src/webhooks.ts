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
import { type ListPromise, startList } from "./list-page.ts";
import type { CallOptions } from "./options.ts";
import { path } from "./path.ts";
import type { Transport } from "./transport.ts";

/** Names one webhook. */
export interface WebhookName {
  readonly id: string;
}

/** Webhooks: addresses that events are sent to. Receivers check what they get with `verifyWebhook`. */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Has events sent to an address. The answer's `secret` is shown this once. */
  create(webhook: CreateWebhookBody, options?: CallOptions): Promise<CreatedWebhook> {
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

  /** Reads a webhook. */
  get({ id }: WebhookName, options?: CallOptions): Promise<WebhookResponse> {
    return this.#transport.send({ method: "GET", path: path`/api/webhooks/${id}` }, options);
  }

  /** Changes the fields that are given; `enabled: true` takes up a webhook that was given up. */
  update(
    { id, ...changes }: WebhookName & UpdateWebhookBody,
    options?: CallOptions,
  ): Promise<WebhookResponse> {
    return this.#transport.send({ method: "PATCH", path: path`/api/webhooks/${id}`, body: changes }, options);
  }

  /** Deletes a webhook; nothing more is sent to it. */
  delete({ id }: WebhookName, options?: CallOptions): Promise<DeletedResponse> {
    return this.#transport.send({ method: "DELETE", path: path`/api/webhooks/${id}` }, options);
  }

  /** Gives a webhook a new secret, shown this once; for 24 hours the old one signs too. */
  rotate({ id }: WebhookName, options?: CallOptions): Promise<CreatedWebhook> {
    return this.#transport.send({ method: "POST", path: path`/api/webhooks/${id}/rotate` }, options);
  }

  /** Sends a `webhook.test` message now and answers what the receiver said. */
  test({ id }: WebhookName, options?: CallOptions): Promise<WebhookAttempt> {
    return this.#transport.send({ method: "POST", path: path`/api/webhooks/${id}/test` }, options);
  }

  /** Lists what was sent to a webhook and what became of it, the newest event first. */
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

  /** Sends one event again, or all since a time, as far as they are kept. */
  replay({ id, ...what }: WebhookName & ReplayWebhookBody, options?: CallOptions): Promise<ReplayResponse> {
    return this.#transport.send(
      { method: "POST", path: path`/api/webhooks/${id}/replay`, body: what },
      options,
    );
  }
}
