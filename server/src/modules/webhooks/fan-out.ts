import type { Clock } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import { readLogState } from "../../records/events/event-rows.ts";
import { insertDeliveries } from "./delivery-queries.ts";
import { findWebhooksBehind, lockFreeWebhook, updateWebhook } from "./webhook-queries.ts";

const WEBHOOKS_PER_ROUND = 50;
const EVENTS_PER_WEBHOOK = 1000;

/**
 * Creates a function that turns new events into deliveries, up to 1,000 for each webhook. It returns true when it made
 * some, so there may be more.
 */
export function createFanOut(db: Database, clock: Clock, isStopping: () => boolean): () => Promise<boolean> {
  /** Returns false when there is nothing new, or another process holds the webhook. */
  async function fanOutTo(orgId: string, id: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      const webhook = await lockFreeWebhook(tx, orgId, id);
      const { lastId } = await readLogState(tx, orgId);
      if (!webhook?.isEnabled || webhook.cursor >= lastId) return false;
      const through = Math.min(webhook.cursor + EVENTS_PER_WEBHOOK, lastId);
      await insertDeliveries(tx, webhook, { after: webhook.cursor, through }, new Date(clock.now()));
      await updateWebhook(tx, orgId, id, { cursor: through });
      return true;
    });
  }

  return async () => {
    let hasMade = false;
    for (const { orgId, id } of await findWebhooksBehind(db, WEBHOOKS_PER_ROUND))
      if (!isStopping() && (await fanOutTo(orgId, id))) hasMade = true;
    return hasMade;
  };
}
