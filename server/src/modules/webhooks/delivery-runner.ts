import type { Clock } from "@quarry/core";
import type { WebhookAttempt } from "@quarry/schema";
import type { Database } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Config } from "../../platform/settings/config.ts";
import { findEvent } from "../../records/events/event-rows.ts";
import { type ClaimedDelivery, dropDelivery, recordAttempt, releaseDelivery } from "./delivery-queries.ts";
import type { WebhookSender } from "./sender.ts";
import { messageId } from "./to-webhook.ts";
import { findWebhook, lockWebhook, updateWebhook, type WebhookRow } from "./webhook-queries.ts";

/** Dependencies of webhook delivery. */
export interface DeliveryDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly sender: WebhookSender;
  readonly settings: Config["webhooks"];
}

const GONE = 410;
/** A webhook whose attempts have failed for this long is disabled. */
const GIVE_UP_MS = 5 * 86_400_000;
/** Spreads the retries of receivers that failed at the same time. */
const JITTER = 0.2;

/** Creates the function that makes one attempt of a delivery and stores the outcome. */
export function createDeliveryRunner(
  { db, clock, sender, settings }: DeliveryDeps,
  stopping: AbortSignal,
): (delivery: ClaimedDelivery) => Promise<void> {
  /** Time of the next attempt after a failure; undefined after the last. */
  function retryAt(attempts: number, now: Date): Date | undefined {
    const delayMs = settings.retryDelaysMs[attempts];
    return delayMs === undefined
      ? undefined
      : new Date(now.getTime() + delayMs * (1 + JITTER * (Math.random() - 0.5)));
  }

  async function settle(tx: Database, delivery: ClaimedDelivery, attempt: WebhookAttempt): Promise<void> {
    const { orgId, webhookId } = delivery;
    const now = new Date(clock.now());
    // Locks the webhook before the delivery, in the same order as a deletion.
    const webhook = await lockWebhook(tx, orgId, webhookId);
    if (!webhook) return;
    const isFinal = attempt.delivered || attempt.status === GONE;
    const nextAt = isFinal ? undefined : retryAt(delivery.attempts, now);
    if (!(await recordAttempt(tx, delivery, attempt, { now, nextAt }))) return;
    if (attempt.delivered && webhook.failingSince === null) return;
    const change = attempt.delivered ? { failingSince: null } : afterFailure(webhook, attempt, now);
    await updateWebhook(tx, orgId, webhookId, change);
  }

  return async (delivery) => {
    const { orgId, webhookId, eventId } = delivery;
    const webhook = await findWebhook(db, orgId, webhookId);
    const event = await findEvent(db, orgId, eventId);
    if (!webhook || !event) return dropDelivery(db, delivery);
    const { type, createdAt, data } = event;
    const at = new Date(clock.now());
    const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
    const message = { id: messageId(orgId, eventId), at, body };
    const attempt = await sender
      .send(webhook.url, message, secretsOf(webhook, at), stopping)
      .catch(() => undefined);
    if (!attempt) return releaseDelivery(db, delivery, new Date(clock.now()));
    await db.transaction((tx) => settle(tx, delivery, attempt));
  };
}

/** The secrets that sign messages now: after a rotation both, for a day. */
export function secretsOf(webhook: WebhookRow, now: Date): string[] {
  const { secret, previousSecret, previousUntil } = webhook;
  const isOldValid = previousSecret !== null && previousUntil !== null && previousUntil > now;
  return isOldValid ? [secret, previousSecret] : [secret];
}

/** The change of a webhook after a failed attempt: it is disabled on 410 or after five days without a success. */
function afterFailure(
  { failingSince }: WebhookRow,
  { status }: WebhookAttempt,
  now: Date,
): Partial<WebhookRow> {
  const since = failingSince ?? now;
  const hasFailedTooLong = now.getTime() - since.getTime() >= GIVE_UP_MS;
  if (status !== GONE && !hasFailedTooLong) return { failingSince: since };
  const disabledReason =
    status === GONE
      ? "The receiver responded with 410 (Gone)."
      : `Every attempt has failed since ${since.toISOString()}.`;
  return { isEnabled: false, disabledReason, failingSince: since, updatedAt: now };
}
