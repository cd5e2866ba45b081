import {
  CreateSpaceBody,
  DeleteSpaceParameters,
  ListSpacesParameters,
  SpacePage,
  SpaceResponse,
  UpdateSpaceBody,
} from "@quarry/schema";
import { Elysia } from "elysia";
import { requirePermission } from "../../platform/access/caller.ts";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import { readMetadataParameter, readPage } from "../../platform/paging.ts";
import { archives, type SpaceService } from "./service.ts";

/** Routes for spaces. */
export function spaceRoutes(
  auth: Authorization,
  spaces: SpaceService,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get(
      "/spaces",
      ({ caller, query }) => {
        const wanted = {
          status: query.status ?? "active",
          metadata: readMetadataParameter(query.metadata),
        } as const;
        return spaces.list(caller, wanted, readPage(query));
      },
      {
        door: { permission: "spaces:read", body: "none", cost: "light" },
        query: ListSpacesParameters,
        response: responses({ 200: SpacePage }),
        detail: describe("listSpaces", "List spaces"),
      },
    )
    .post(
      "/spaces",
      async ({ caller, body, status }) => status(201, { space: await spaces.create(caller, body) }),
      {
        door: { permission: "spaces:write", body: "json", cost: "light" },
        body: CreateSpaceBody,
        response: responses({ 201: SpaceResponse }),
        detail: describe("createSpace", "Create a space"),
      },
    )
    .get("/spaces/:id", async ({ caller, params }) => ({ space: await spaces.get(caller, params.id) }), {
      door: { permission: "spaces:read", body: "none", cost: "light" },
      response: responses({ 200: SpaceResponse }),
      detail: describe("getSpace", "Get a space, archived or not"),
    })
    .patch(
      "/spaces/:id",
      async ({ caller, params, body }) => {
        // DELETE archives too, so archiving needs the same permission.
        if (archives(body)) requirePermission(caller, "spaces:delete");
        return { space: await spaces.update(caller, params.id, body) };
      },
      {
        door: { permission: "spaces:write", body: "json", cost: "light" },
        body: UpdateSpaceBody,
        response: responses({ 200: SpaceResponse }),
        detail: describe("updateSpace", "Update a space; isArchived false restores it"),
      },
    )
    .delete(
      "/spaces/:id",
      async ({ caller, params, query }) => {
        const remove = String(query.purge) === "true" ? spaces.purge : spaces.archive;
        return { space: await remove(caller, params.id) };
      },
      {
        door: { permission: "spaces:delete", body: "none", cost: "work" },
        query: DeleteSpaceParameters,
        response: responses({ 200: SpaceResponse }),
        detail: describe("deleteSpace", "Archive a space, or erase it with purge=true"),
      },
    );
}
