import { type Static, Type } from "@sinclair/typebox";
import { changesOf } from "../primitives/changes.ts";
import { described, Nullable } from "../primitives/described.ts";
import { expects } from "../primitives/expected.ts";
import { LIMITS } from "../primitives/limits.ts";
import { Page, pageParameters } from "../primitives/page.ts";
import { Text, TimestampOf } from "../primitives/text.ts";
import { EventTypeSchema, type QuarryEvent } from "./event.ts";

/** A webhook: a URL that receives events. Its secret is returned only when it is created or rotated. */
export const Webhook = Type.Object(
  {
    id: Type.String({ description: "Id of the webhook." }),
    orgId: Type.String({ description: "Id of the organization whose events it receives." }),
    url: Type.String({ description: "The http or https URL that receives the events." }),
    description: Type.String({ description: "A note for people; may be empty." }),
    events: Nullable(Type.Array(EventTypeSchema), "Event types to send; null: all except document.progress."),
    spaceIds: Nullable(
      Type.Array(Type.String({ description: "Id of a space." })),
      "Sends only events of these spaces; null: all events.",
    ),
    enabled: Type.Boolean({ description: "False if it receives nothing." }),
    disabledReason: Nullable(
      Type.String(),
      "Why the service disabled the webhook, e.g. five days without a success; null if it did not.",
    ),
    createdAt: TimestampOf("When the webhook was created."),
    updatedAt: TimestampOf("When the webhook was last changed."),
  },
  {
    description: "A webhook: a URL that receives events. Its secret is shown when it is created or rotated.",
  },
);
/** Static type of {@link Webhook}. */
export type Webhook = Static<typeof Webhook>;

const EVENTS = "Event types to send; null: all except document.progress. Default: null.";
const SPACE_IDS = `Ids or slugs of the spaces whose events to send, 1 to ${LIMITS.spaceIdsMax}; null: events of all spaces. Default: null.`;

const webhookFields = {
  url: Text({
    minLength: 1,
    maxLength: LIMITS.webhookUrlMaxChars,
    description: `The http or https URL that receives the events, 1 to ${LIMITS.webhookUrlMaxChars} characters, without user and password. It must lead to a public address unless the operator allows others.`,
  }),
  events: Type.Optional(
    Type.Union(
      [Type.Array(EventTypeSchema, { minItems: 1, maxItems: 100, description: EVENTS }), Type.Null()],
      {
        description: EVENTS,
        ...expects("event types to send; null: all except document.progress"),
      },
    ),
  ),
  description: Type.Optional(
    Text({
      maxLength: LIMITS.webhookDescriptionMaxChars,
      description: `A note for people, at most ${LIMITS.webhookDescriptionMaxChars} characters. Default: empty.`,
    }),
  ),
  spaceIds: Type.Optional(
    Type.Union(
      [
        Type.Array(Text({ minLength: 1, maxLength: 200, description: "Id or slug of a space." }), {
          minItems: 1,
          maxItems: LIMITS.spaceIdsMax,
          description: SPACE_IDS,
        }),
        Type.Null(),
      ],
      {
        description: SPACE_IDS,
        ...expects("ids or slugs of spaces; null: events of all spaces"),
      },
    ),
  ),
};

/** Body of `POST /api/webhooks`. */
export const CreateWebhookBody = Type.Object(webhookFields, {
  additionalProperties: false,
  description: "A new webhook. Only `url` is required.",
});
/** Static type of {@link CreateWebhookBody}. */
export type CreateWebhookBody = Static<typeof CreateWebhookBody>;

/** Body of `PATCH /api/webhooks/:id`. A re-enabled webhook receives events from that time on. */
export const UpdateWebhookBody = Type.Object(
  changesOf({
    ...webhookFields,
    enabled: Type.Boolean({
      description: "False stops the webhook. True starts it again, with the events from then on.",
    }),
  }),
  {
    additionalProperties: false,
    description: "The fields to change. A field that is left out keeps its value.",
  },
);
/** Static type of {@link UpdateWebhookBody}. */
export type UpdateWebhookBody = Static<typeof UpdateWebhookBody>;

/** Response with one webhook. */
export const WebhookResponse = Type.Object(
  { webhook: described(Webhook, "The webhook after the call.") },
  { description: "One webhook." },
);
/** Static type of {@link WebhookResponse}. */
export type WebhookResponse = Static<typeof WebhookResponse>;

/** Response of a creation or rotation, the only one that contains `secret`. */
export const CreatedWebhook = Type.Object(
  {
    webhook: described(Webhook, "The webhook's record."),
    secret: Type.String({
      description:
        "`whsec_` and base64. It signs the messages, according to Standard Webhooks, and is shown only here.",
    }),
  },
  { description: "A new or rotated webhook, with its secret." },
);
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
export const WebhookPage = Page(Webhook, "One page of webhooks, newest first.");
/** Static type of {@link WebhookPage}. */
export type WebhookPage = Static<typeof WebhookPage>;

type MessageOf<Event> = Event extends { type: string; data: unknown }
  ? {
      /** What happened. */
      type: Event["type"];
      /** When it happened. ISO 8601, in UTC with milliseconds. */
      timestamp: string;
      /** What the event is about. */
      data: Event["data"];
    }
  : never;

/** A webhook message as defined by Standard Webhooks. `webhook.test` is a test message. */
export type WebhookMessage =
  | MessageOf<QuarryEvent>
  | {
      /** A test message. */
      type: "webhook.test";
      /** When it was sent. ISO 8601, in UTC with milliseconds. */
      timestamp: string;
      /** What is tested. */
      data: {
        /** Id of the webhook. */
        webhookId: string;
      };
    };
