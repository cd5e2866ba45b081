import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "../primitives/limits.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Page, pageParameters } from "../primitives/page.ts";
import { Text, Timestamp } from "../primitives/text.ts";
import { EventTypeSchema, type QuarryEvent } from "./event.ts";

/** A webhook: a URL that receives events. Its secret is returned only when it is created or rotated. */
export const Webhook = Type.Object({
  id: Type.String(),
  orgId: Type.String(),
  url: Type.String(),
  description: Type.String(),
  events: Type.Union([Type.Array(EventTypeSchema), Type.Null()], {
    description: "event types to send; null: all except document.progress",
  }),
  spaceIds: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: "sends only events of these spaces; null: all events",
  }),
  enabled: Type.Boolean(),
  disabledReason: Type.Union([Type.String(), Type.Null()], {
    description: "why the server disabled the webhook; null if it did not",
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
/** Static type of {@link Webhook}. */
export type Webhook = Static<typeof Webhook>;

const webhookFields = {
  url: Text({ minLength: 1, maxLength: LIMITS.webhookUrlMaxChars, description: "an http or https URL" }),
  events: Type.Optional(
    Type.Union([Type.Array(EventTypeSchema, { minItems: 1, maxItems: 100 }), Type.Null()], {
      description: "event types to send; null or omitted: all except document.progress",
    }),
  ),
  description: Type.Optional(Text({ maxLength: LIMITS.webhookDescriptionMaxChars })),
  spaceIds: Type.Optional(
    Type.Union(
      [
        Type.Array(Text({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: LIMITS.spaceIdsMax }),
        Type.Null(),
      ],
      { description: "ids or slugs of spaces; null or omitted: events of all spaces" },
    ),
  ),
};

/** Body of `POST /api/webhooks`. */
export const CreateWebhookBody = Type.Object(webhookFields, { additionalProperties: false });
/** Static type of {@link CreateWebhookBody}. */
export type CreateWebhookBody = Static<typeof CreateWebhookBody>;

/** Body of `PATCH /api/webhooks/:id`. A re-enabled webhook receives events from that time on. */
export const UpdateWebhookBody = Type.Object(
  { ...webhookFields, url: Type.Optional(webhookFields.url), enabled: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
/** Static type of {@link UpdateWebhookBody}. */
export type UpdateWebhookBody = Static<typeof UpdateWebhookBody>;

/** Response with one webhook. */
export const WebhookResponse = Type.Object({ webhook: Webhook });
/** Static type of {@link WebhookResponse}. */
export type WebhookResponse = Static<typeof WebhookResponse>;

/** Response of a creation or rotation, the only one that contains `secret`. */
export const CreatedWebhook = Type.Object({
  webhook: Webhook,
  secret: Type.String({ description: "whsec_ followed by base64; signs the messages" }),
});
/** Static type of {@link CreatedWebhook}. */
export type CreatedWebhook = Static<typeof CreatedWebhook>;

/** Query parameters of the lists of webhooks and of deliveries. */
export const ListWebhooksParameters = Type.Object({
  page: pageParameters.page,
  pageSize: pageParameters.pageSize,
});
/** Static type of {@link ListWebhooksParameters}. */
export type ListWebhooksParameters = Static<typeof ListWebhooksParameters>;

/** Response of `GET /api/webhooks`. */
export const WebhookPage = Page(Webhook);
/** Static type of {@link WebhookPage}. */
export type WebhookPage = Static<typeof WebhookPage>;

/** The outcome of one delivery attempt. */
export const WebhookAttempt = Type.Object({
  delivered: Type.Boolean({
    description: "true if the receiver responded in time with a status from 200 to 299",
  }),
  status: Type.Union([Type.Integer(), Type.Null()], { description: "null if there was no response" }),
  answer: Type.Union([Type.String(), Type.Null()], { description: "the beginning of the response body" }),
  problem: Type.Union([Type.String(), Type.Null()], { description: "why there was no response" }),
});
/** Static type of {@link WebhookAttempt}. */
export type WebhookAttempt = Static<typeof WebhookAttempt>;

/** States of a delivery. */
export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
/** One of the states. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The delivery of one event to one webhook. */
export const WebhookDelivery = Type.Object({
  eventId: Type.String(),
  messageId: Type.String({ description: "the header webhook-id, the same on every attempt" }),
  type: EventTypeSchema,
  state: OneOf(DELIVERY_STATES),
  attempts: Type.Integer(),
  lastStatus: Type.Union([Type.Integer(), Type.Null()]),
  lastAnswer: Type.Union([Type.String(), Type.Null()]),
  lastProblem: Type.Union([Type.String(), Type.Null()]),
  lastAttemptAt: Type.Union([Timestamp, Type.Null()]),
  nextAttemptAt: Type.Union([Timestamp, Type.Null()]),
  createdAt: Timestamp,
});
/** Static type of {@link WebhookDelivery}. */
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** Response of `GET /api/webhooks/:id/deliveries`, newest event first. */
export const WebhookDeliveryPage = Page(WebhookDelivery);
/** Static type of {@link WebhookDeliveryPage}. */
export type WebhookDeliveryPage = Static<typeof WebhookDeliveryPage>;

/** Body of `POST /api/webhooks/:id/replay`: one event, or all since a time. */
export const ReplayWebhookBody = Type.Object(
  {
    eventId: Type.Optional(Type.String({ pattern: "^\\d{1,15}$", description: "the id of an event" })),
    since: Type.Optional(Type.String({ maxLength: 64, description: "an ISO 8601 date-time" })),
  },
  { additionalProperties: false },
);
/** Static type of {@link ReplayWebhookBody}. */
export type ReplayWebhookBody = Static<typeof ReplayWebhookBody>;

/** Response of a replay: the number of events that are sent again. */
export const ReplayResponse = Type.Object({ replayed: Type.Integer() });
/** Static type of {@link ReplayResponse}. */
export type ReplayResponse = Static<typeof ReplayResponse>;

type MessageOf<Event> = Event extends { type: string; data: unknown }
  ? { type: Event["type"]; timestamp: string; data: Event["data"] }
  : never;

/** A webhook message as defined by Standard Webhooks. `webhook.test` is a test message. */
export type WebhookMessage =
  | MessageOf<QuarryEvent>
  | { type: "webhook.test"; timestamp: string; data: { webhookId: string } };
