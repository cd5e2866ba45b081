import {
  BulkBody,
  BulkOperationPage,
  BulkOperationResponse,
  BulkStartResponse,
  ListBulkOperationsParameters,
} from "@quarry/schema";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import { readPage } from "../../platform/paging.ts";
import type { BulkService } from "./service.ts";

/** Each action needs one of them, which the service checks. */
const CHANGING = ["documents:write", "documents:delete"] as const;

/** The routes of bulk operations. */
export function bulkRoutes(auth: Authorization, bulk: BulkService, { prefix, describe, responses }: Mount) {
  return new Elysia({ prefix })
    .use(auth)
    .post("/documents/bulk", ({ caller, body }) => bulk.start(caller, body), {
      door: { permission: CHANGING, body: "json", cost: "work" },
      body: BulkBody,
      response: responses({ 200: BulkStartResponse }),
      detail: describe("bulkDocuments", "Delete, re-process or tag all documents that a filter finds"),
    })
    .get("/bulk-operations", ({ caller, query }) => bulk.list(caller, query.spaceId, readPage(query)), {
      door: { permission: "documents:read", body: "none", cost: "light" },
      query: ListBulkOperationsParameters,
      response: responses({ 200: BulkOperationPage }),
      detail: describe("listBulkOperations", "List bulk operations"),
    })
    .get(
      "/bulk-operations/:id",
      async ({ caller, params }) => ({ operation: await bulk.get(caller, params.id) }),
      {
        door: { permission: "documents:read", body: "none", cost: "light" },
        response: responses({ 200: BulkOperationResponse }),
        detail: describe("getBulkOperation", "Get a bulk operation with its progress and failures"),
      },
    )
    .post(
      "/bulk-operations/:id/cancel",
      async ({ caller, params }) => ({ operation: await bulk.cancel(caller, params.id) }),
      {
        door: { permission: CHANGING, body: "none", cost: "work" },
        response: responses({ 200: BulkOperationResponse }),
        detail: describe("cancelBulkOperation", "Cancel a bulk operation"),
      },
    );
}
