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
import type { Mount } from "../../platform/http/responses.ts";
import { readPage } from "../../platform/paging.ts";
import type { WebhookService } from "./service.ts";

/**
 * The routes of webhooks. They use the permissions of API keys, because both give programs access to the organization and
 * are managed by its admins.
 */
export function webhookRoutes(
  auth: Authorization,
  webhooks: WebhookService,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get("/webhooks", ({ caller, query }) => webhooks.list(caller.orgId, readPage(query)), {
      door: { permission: "apikeys:read", body: "none", cost: "light" },
      wholeOrganization: true,
      query: ListWebhooksParameters,
      response: responses({ 200: WebhookPage }),
      detail: describe("listWebhooks", "List webhooks"),
    })
    .post("/webhooks", async ({ caller, body, status }) => status(201, await webhooks.create(caller, body)), {
      door: { permission: "apikeys:write", body: "json", cost: "light" },
      wholeOrganization: true,
      body: CreateWebhookBody,
      response: responses({ 201: CreatedWebhook }),
      detail: describe(
        "createWebhook",
        "Create a webhook. The response is the only place that shows its secret.",
      ),
    })
    .get(
      "/webhooks/:id",
      async ({ caller, params }) => ({ webhook: await webhooks.get(caller.orgId, params.id) }),
      {
        door: { permission: "apikeys:read", body: "none", cost: "light" },
        wholeOrganization: true,
        response: responses({ 200: WebhookResponse }),
        detail: describe("getWebhook", "Get a webhook"),
      },
    )
    .patch(
      "/webhooks/:id",
      async ({ caller, params, body }) => ({ webhook: await webhooks.update(caller, params.id, body) }),
      {
        door: { permission: "apikeys:write", body: "json", cost: "light" },
        wholeOrganization: true,
        body: UpdateWebhookBody,
        response: responses({ 200: WebhookResponse }),
        detail: describe(
          "updateWebhook",
          "Update a webhook. When it is enabled again, it receives the events from then on.",
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
        door: { permission: "apikeys:delete", body: "none", cost: "light" },
        wholeOrganization: true,
        response: responses({ 200: DeletedResponse }),
        detail: describe("deleteWebhook", "Delete a webhook and its deliveries"),
      },
    )
    .post("/webhooks/:id/rotate", ({ caller, params }) => webhooks.rotate(caller, params.id), {
      door: { permission: "apikeys:write", body: "none", cost: "light" },
      wholeOrganization: true,
      response: responses({ 200: CreatedWebhook }),
      detail: describe(
        "rotateWebhook",
        "Give a webhook a new secret. For 24 hours, messages are signed with the old one too.",
      ),
    })
    .post("/webhooks/:id/test", ({ caller, params }) => webhooks.test(caller.orgId, params.id), {
      door: { permission: "apikeys:write", body: "none", cost: "work" },
      wholeOrganization: true,
      response: responses({ 200: WebhookAttempt }),
      detail: describe("testWebhook", "Send a webhook.test event now and return the receiver's response"),
    })
    .get(
      "/webhooks/:id/deliveries",
      ({ caller, params, query }) => webhooks.deliveries(caller.orgId, params.id, readPage(query)),
      {
        door: { permission: "apikeys:read", body: "none", cost: "light" },
        wholeOrganization: true,
        query: ListWebhooksParameters,
        response: responses({ 200: WebhookDeliveryPage }),
        detail: describe("listDeliveries", "List the deliveries of a webhook and their outcomes"),
      },
    )
    .post(
      "/webhooks/:id/replay",
      async ({ caller, params, body }) => ({
        replayed: await webhooks.replay(caller.orgId, params.id, body),
      }),
      {
        door: { permission: "apikeys:write", body: "json", cost: "work" },
        wholeOrganization: true,
        body: ReplayWebhookBody,
        response: responses({ 200: ReplayResponse }),
        detail: describe("replayWebhook", "Send one event again, or all stored events since a time"),
      },
    );
}
