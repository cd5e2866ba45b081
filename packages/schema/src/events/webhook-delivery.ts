import { type Static, Type } from "@sinclair/typebox";
import { Nullable } from "../primitives/described.ts";
import { expects } from "../primitives/expected.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Page } from "../primitives/page.ts";
import { Timestamp, TimestampOf } from "../primitives/text.ts";
import { EventTypeSchema } from "./event.ts";

/** The outcome of one delivery attempt. */
export const WebhookAttempt = Type.Object(
  {
    delivered: Type.Boolean({
      description: "True if the receiver responded in time with a status from 200 to 299.",
    }),
    status: Nullable(Type.Integer(), "HTTP status of the response; null if there was none."),
    answer: Nullable(Type.String(), "The beginning of the response body; null without a response."),
    problem: Nullable(Type.String(), "Why there was no response; null if there was one."),
  },
  { description: "The outcome of one attempt to deliver a message." },
);
/** Static type of {@link WebhookAttempt}. */
export type WebhookAttempt = Static<typeof WebhookAttempt>;

/** States of a delivery. */
export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
/** One of the states. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The delivery of one event to one webhook. */
export const WebhookDelivery = Type.Object(
  {
    eventId: Type.String({ description: "Id of the event." }),
    messageId: Type.String({ description: "The header `webhook-id`, the same on every attempt." }),
    type: EventTypeSchema,
    state: OneOf(DELIVERY_STATES, {
      description: "`pending`: will be tried, or tried again. `delivered`: accepted. `failed`: given up.",
    }),
    attempts: Type.Integer({ description: "Number of attempts so far." }),
    lastStatus: Nullable(
      Type.Integer(),
      "HTTP status of the last attempt; null if there was no response, or no attempt.",
    ),
    lastAnswer: Nullable(Type.String(), "The beginning of the last response body; null without a response."),
    lastProblem: Nullable(Type.String(), "Why the last attempt got no response; null if it got one."),
    lastAttemptAt: Nullable(
      Timestamp,
      "When it was last tried; null before the first attempt. ISO 8601, in UTC.",
    ),
    nextAttemptAt: Nullable(Timestamp, "When it is tried next; null if it is not. ISO 8601, in UTC."),
    createdAt: TimestampOf("When the event happened."),
  },
  { description: "The delivery of one event to one webhook." },
);
/** Static type of {@link WebhookDelivery}. */
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** Response of `GET /api/webhooks/:id/deliveries`, newest event first. */
export const WebhookDeliveryPage = Page(WebhookDelivery, "One page of deliveries, newest event first.");
/** Static type of {@link WebhookDeliveryPage}. */
export type WebhookDeliveryPage = Static<typeof WebhookDeliveryPage>;

/** Body of `POST /api/webhooks/:id/replay`: one event, or all since a time. */
export const ReplayWebhookBody = Type.Object(
  {
    eventId: Type.Optional(
      Type.String({
        pattern: "^\\d{1,15}$",
        description: "Id of the event to send again. Required without `since`.",
        ...expects("the id of an event"),
      }),
    ),
    since: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          "Sends all events since this time again, an ISO 8601 date-time with its zone. Events are kept for 7 days. Required without `eventId`.",
      }),
    ),
  },
  { additionalProperties: false, description: "Which events to send again: either `eventId` or `since`." },
);
/** Static type of {@link ReplayWebhookBody}. */
export type ReplayWebhookBody = Static<typeof ReplayWebhookBody>;

/** Response of a replay: the number of events that are sent again. */
export const ReplayResponse = Type.Object(
  { replayed: Type.Integer({ description: "Number of events that are sent again." }) },
  { description: "What a replay sends." },
);
/** Static type of {@link ReplayResponse}. */
export type ReplayResponse = Static<typeof ReplayResponse>;
