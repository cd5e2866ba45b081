import { QuarryError } from "@quarry/core";
import type { PageOf, ReplayWebhookBody, Webhook, WebhookAttempt, WebhookDelivery } from "@quarry/schema";
import { type PageRequest, toPage } from "../../platform/paging.ts";
import { listDeliveries, replayDeliveries } from "./delivery-queries.ts";
import { secretsOf } from "./delivery-runner.ts";
import { createWebhookEditing, type EditingDeps, type WebhookEditing } from "./edit-webhooks.ts";
import type { WebhookSender } from "./sender.ts";
import { toDelivery, toWebhook } from "./to-webhook.ts";
import { readReplay } from "./webhook-body.ts";
import { listWebhooks, requireWebhook } from "./webhook-queries.ts";

/** Manages webhooks and their deliveries. */
export interface WebhookService extends WebhookEditing {
  list(orgId: string, page: PageRequest): Promise<PageOf<Webhook>>;
  get(orgId: string, id: string): Promise<Webhook>;
  /** Sends a `webhook.test` event and returns the outcome. */
  test(orgId: string, id: string): Promise<WebhookAttempt>;
  deliveries(orgId: string, id: string, page: PageRequest): Promise<PageOf<WebhookDelivery>>;
  /** Sends stored events again. Returns the number of events. */
  replay(orgId: string, id: string, body: ReplayWebhookBody): Promise<number>;
}

/** Creates the webhook service. */
export function createWebhookService(deps: EditingDeps & { readonly sender: WebhookSender }): WebhookService {
  const { db, clock, sender, wake } = deps;

  return {
    ...createWebhookEditing(deps),

    async list(orgId, page) {
      const { rows, total } = await listWebhooks(db, orgId, page);
      return toPage(rows.map(toWebhook), total, page);
    },

    get: async (orgId, id) => toWebhook(await requireWebhook(db, orgId, id)),

    async test(orgId, id) {
      const webhook = await requireWebhook(db, orgId, id);
      const at = new Date(clock.now());
      const data = { webhookId: id };
      const body = JSON.stringify({ type: "webhook.test", timestamp: at.toISOString(), data });
      return sender.send(
        webhook.url,
        { id: `evt_test_${crypto.randomUUID()}`, at, body },
        secretsOf(webhook, at),
      );
    },

    async deliveries(orgId, id, page) {
      await requireWebhook(db, orgId, id);
      const { rows, total } = await listDeliveries(db, orgId, id, page);
      return toPage(rows.map(toDelivery), total, page);
    },

    async replay(orgId, id, body) {
      const replay = readReplay(body);
      const webhook = await requireWebhook(db, orgId, id);
      const count = await replayDeliveries(db, webhook, replay, new Date(clock.now()));
      if (count === 0 && "eventId" in replay)
        throw new QuarryError(
          "not_found",
          `The event ${JSON.stringify(body.eventId)} is no longer stored, or this webhook is not subscribed to it.`,
        );
      wake();
      return count;
    },
  };
}
