import {
  CreatedWebhook,
  CreateWebhookBody,
  DeletedResponse,
  ListWebhooksParameters,
  ReplayResponse,
  ReplayWebhookBody,
  UpdateWebhookBody,
  WebhookAttempt,
  WebhookDeliveryPage,
  WebhookPage,
  WebhookResponse,
} from "@quarry/schema";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import { type Mount, responses } from "../../platform/http/responses.ts";
import { readPage } from "../../platform/paging.ts";
import type { WebhookService } from "./service.ts";

/**
 * Routes of webhooks. Their permissions are those of API keys: both are how an organization lets other programs in, and
 * are for its admins.
 */
export function webhookRoutes(auth: Authorization, webhooks: WebhookService, { prefix, describe }: Mount) {
  return new Elysia({ prefix })
    .use(auth)
    .get("/webhooks", ({ caller, query }) => webhooks.list(caller.orgId, readPage(query)), {
      permission: "apikeys:read",
      wholeOrganization: true,
      query: ListWebhooksParameters,
      response: responses({ 200: WebhookPage }),
      detail: describe("listWebhooks", "List webhooks"),
    })
    .post("/webhooks", async ({ caller, body, status }) => status(201, await webhooks.create(caller, body)), {
      permission: "apikeys:write",
      wholeOrganization: true,
      body: CreateWebhookBody,
      response: responses({ 201: CreatedWebhook }),
      detail: describe("createWebhook", "Have events sent to an address; the secret is shown only here"),
    })
    .get(
      "/webhooks/:id",
      async ({ caller, params }) => ({ webhook: await webhooks.get(caller.orgId, params.id) }),
      {
        permission: "apikeys:read",
        wholeOrganization: true,
        response: responses({ 200: WebhookResponse }),
        detail: describe("getWebhook", "Get a webhook"),
      },
    )
    .patch(
      "/webhooks/:id",
      async ({ caller, params, body }) => ({ webhook: await webhooks.update(caller, params.id, body) }),
      {
        permission: "apikeys:write",
        wholeOrganization: true,
        body: UpdateWebhookBody,
        response: responses({ 200: WebhookResponse }),
        detail: describe(
          "updateWebhook",
          "Update a webhook; enabled again, it gets what happens from then on",
        ),
      },
    )
    .delete(
      "/webhooks/:id",
      async ({ caller, params }) => {
        await webhooks.delete(caller, params.id);
        return { deleted: true as const, id: params.id };
      },
      {
        permission: "apikeys:delete",
        wholeOrganization: true,
        response: responses({ 200: DeletedResponse }),
        detail: describe("deleteWebhook", "Delete a webhook; nothing more is sent to it"),
      },
    )
    .post("/webhooks/:id/rotate", ({ caller, params }) => webhooks.rotate(caller, params.id), {
      permission: "apikeys:write",
      wholeOrganization: true,
      response: responses({ 200: CreatedWebhook }),
      detail: describe("rotateWebhook", "Give a webhook a new secret; the old one signs too for 24 hours"),
    })
    .post("/webhooks/:id/test", ({ caller, params }) => webhooks.test(caller.orgId, params.id), {
      permission: "apikeys:write",
      wholeOrganization: true,
      response: responses({ 200: WebhookAttempt }),
      detail: describe("testWebhook", "Send a webhook.test event now, and show what the receiver answers"),
    })
    .get(
      "/webhooks/:id/deliveries",
      ({ caller, params, query }) => webhooks.deliveries(caller.orgId, params.id, readPage(query)),
      {
        permission: "apikeys:read",
        wholeOrganization: true,
        query: ListWebhooksParameters,
        response: responses({ 200: WebhookDeliveryPage }),
        detail: describe("listDeliveries", "List what was sent to a webhook, and what became of it"),
      },
    )
    .post(
      "/webhooks/:id/replay",
      async ({ caller, params, body }) => ({
        replayed: await webhooks.replay(caller.orgId, params.id, body),
      }),
      {
        permission: "apikeys:write",
        wholeOrganization: true,
        body: ReplayWebhookBody,
        response: responses({ 200: ReplayResponse }),
        detail: describe(
          "replayWebhook",
          "Send one event again, or all since a time, as far as they are kept",
        ),
      },
    );
}
