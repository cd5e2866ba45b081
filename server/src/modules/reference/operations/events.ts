import { delivery, document, IDS, pageWith, webhook } from "../examples.ts";
import type { OperationReferences } from "../operation.ts";

const SECRET = "whsec_c2VjcmV0LWZvci10aGUtZXhhbXBsZS1vbmx5";

/** The operations of the event stream and of webhooks. */
export const EVENT_OPERATIONS: OperationReferences = {
  streamEvents: {
    needs: "spaces:read or documents:read or apikeys:read",
    description:
      "Streams what happens to spaces, documents and keys, as server-sent events, without end. A caller gets the events that its permissions allow it to read. It starts with new events, or after `Last-Event-ID`; events are kept for 7 days. If the position is too old, the first event is `reset`. `documentId` limits it to one document; with `lastEventId=0` that is the document's history. Comments keep the connection open while nothing happens.",
    request: { query: { types: "document.completed,document.failed" } },
    answer: {
      id: "42",
      type: "document.completed",
      createdAt: document.updatedAt,
      spaceId: document.spaceId,
      data: { document },
    },
  },
  listWebhooks: {
    needs: "apikeys:read",
    description: "Lists the webhooks of the organization, newest first, without their secrets.",
    request: { query: { pageSize: 10 } },
    answer: pageWith(webhook),
  },
  createWebhook: {
    needs: "apikeys:write + spaces:read",
    description:
      "Creates a webhook, which receives the events from then on. The answer is the only place that shows the secret that signs the messages. The caller needs the permissions to read the events that it asks for. An organization can have 100 webhooks.",
    request: {
      body: { url: webhook.url, description: webhook.description, events: webhook.events },
    },
    answer: { webhook, secret: SECRET },
  },
  getWebhook: {
    needs: "apikeys:read",
    description:
      "Returns a webhook, without its secret. `enabled` and `disabledReason` say whether it receives events.",
    answer: { webhook },
  },
  updateWebhook: {
    needs: "apikeys:write + spaces:read",
    description:
      "Changes the fields that the body names. A webhook that is enabled again receives the events from then on; replay the missed ones. The secret stays; `POST /api/webhooks/{id}/rotate` changes it.",
    request: { body: { description: "Of the new search page", enabled: true } },
    answer: { webhook: { ...webhook, description: "Of the new search page" } },
  },
  deleteWebhook: {
    needs: "apikeys:delete",
    description: "Deletes a webhook and the record of its deliveries. Nothing more is sent to it.",
    answer: { deleted: true, id: IDS.webhook },
  },
  rotateWebhook: {
    needs: "apikeys:write + spaces:read",
    description:
      "Gives a webhook a new secret. For 24 hours, messages carry signatures with both the old and the new one, so the receiver can change over in that time. The answer is the only place that shows the new secret.",
    answer: { webhook, secret: SECRET },
  },
  testWebhook: {
    needs: "apikeys:write",
    description:
      "Sends a `webhook.test` message to the webhook now, also to a disabled one, and answers with what the receiver responded. It is sent once, without retries, and is no part of the deliveries.",
    answer: { delivered: true, status: 200, answer: "ok", problem: null },
  },
  listDeliveries: {
    needs: "apikeys:read",
    description:
      "Lists what was sent to a webhook and how it went, newest event first: the number of attempts, the last response, and when it is tried again. Deliveries are kept as long as their events, 7 days.",
    request: { query: { pageSize: 10 } },
    answer: pageWith(delivery),
  },
  replayWebhook: {
    needs: "apikeys:write",
    description:
      "Sends one stored event again, or all that match the webhook since a time, including delivered ones. Use it after a receiver lost messages. An event that is no longer stored answers 404.",
    request: { body: { since: "2026-01-31T00:00:00Z" } },
    answer: { replayed: 1 },
  },
};
