import { AuditPage, ListAuditParameters } from "@quarry/schema";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import { readPage } from "../../platform/paging.ts";
import type { AuditService } from "./service.ts";

/** The route of the audit log. Its permission is the one to create API keys, which an organization's admins have. */
export function auditRoutes(
  auth: Authorization,
  audit: AuditService,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get("/audit", ({ caller, query }) => audit.list(caller.orgId, readPage(query)), {
      door: { permission: "apikeys:write", body: "none", cost: "light" },
      wholeOrganization: true,
      query: ListAuditParameters,
      response: responses({ 200: AuditPage }),
      detail: describe(
        "listAudit",
        "List the changes to the organization, its keys and its spaces, with their authors",
      ),
    });
}
