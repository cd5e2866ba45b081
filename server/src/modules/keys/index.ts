import {
  ApiKeyPage,
  CreateApiKeyBody,
  CreatedApiKey,
  DeletedResponse,
  ListApiKeysParameters,
  RotateApiKeyBody,
} from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import { readPage } from "../../platform/paging.ts";
import type { KeyService } from "./service.ts";

/** The routes of API keys. */
export function keyRoutes(auth: Authorization, keys: KeyService, { prefix, describe, responses }: Mount) {
  return new Elysia({ prefix })
    .use(auth)
    .get("/api-keys", ({ caller, query }) => keys.list(caller, readPage(query)), {
      door: { permission: "apikeys:read", body: "none", cost: "light" },
      query: ListApiKeysParameters,
      response: responses({ 200: ApiKeyPage }),
      detail: describe("listApiKeys", "List API keys"),
    })
    .post("/api-keys", async ({ caller, body, status }) => status(201, await keys.create(caller, body)), {
      door: { permission: "apikeys:write", body: "json", cost: "light" },
      body: CreateApiKeyBody,
      response: responses({ 201: CreatedApiKey }),
      detail: describe(
        "createApiKey",
        "Create an API key. The response is the only place that shows the key itself.",
      ),
    })
    .post("/api-keys/:id/rotate", ({ caller, params, body }) => keys.rotate(caller, params.id, body ?? {}), {
      door: { permission: "apikeys:write", body: "json", cost: "light" },
      body: Type.Union([RotateApiKeyBody, Type.Null()]),
      response: responses({ 200: CreatedApiKey }),
      detail: describe(
        "rotateApiKey",
        "Give an API key a new secret. The old one stops immediately, or after an overlap.",
      ),
    })
    .delete(
      "/api-keys/:id",
      async ({ caller, params }) => {
        await keys.delete(caller, params.id);
        return { deleted: true as const, id: params.id };
      },
      {
        door: { permission: "apikeys:delete", body: "none", cost: "light" },
        response: responses({ 200: DeletedResponse }),
        detail: describe("deleteApiKey", "Revoke an API key immediately"),
      },
    );
}
