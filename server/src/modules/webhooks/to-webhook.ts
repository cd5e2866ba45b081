import type { Webhook, WebhookDelivery } from "@quarry/schema";
import type { DeliveryRow } from "./delivery-queries.ts";
import type { WebhookRow } from "./webhook-queries.ts";

/** Converts a stored webhook to its API form, without its secret. */
export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    orgId: row.orgId,
    url: row.url,
    description: row.description,
    events: row.events,
    spaceIds: row.spaceIds,
    enabled: row.isEnabled,
    disabledReason: row.disabledReason,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Converts a stored delivery to its API form. */
export function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    eventId: String(row.eventId),
    messageId: messageId(row.orgId, row.eventId),
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    lastStatus: row.lastStatus,
    lastAnswer: row.lastAnswer,
    lastProblem: row.lastProblem,
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: row.state === "pending" ? row.runAt.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The message id of an event, unique across organizations. */
export function messageId(orgId: string, eventId: number): string {
  return `evt_${orgId.replace(/^org_/, "")}_${eventId}`;
}
