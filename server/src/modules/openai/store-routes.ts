import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import { CURSOR_PARAMETERS, readCursor } from "./cursor.ts";
import { SearchBody, type StoreSearch } from "./search.ts";
import { CreateStoreBody, type StoreService, UpdateStoreBody } from "./stores.ts";

const HIDDEN = { detail: { hide: true } } as const;

/** Routes of `vector_stores`. */
export function storeRoutes(
  auth: Authorization,
  { stores, search }: { readonly stores: StoreService; readonly search: StoreSearch },
) {
  return new Elysia()
    .use(auth)
    .post("/vector_stores", ({ caller, body }) => stores.create(caller, body), {
      door: { permission: "spaces:write", body: "json", cost: "work" },
      body: CreateStoreBody,
      ...HIDDEN,
    })
    .get("/vector_stores", ({ caller, query }) => stores.list(caller, readCursor(query)), {
      door: { permission: "spaces:read", body: "none", cost: "light" },
      query: Type.Object(CURSOR_PARAMETERS, { additionalProperties: true }),
      ...HIDDEN,
    })
    .get("/vector_stores/:storeId", ({ caller, params }) => stores.get(caller, params.storeId), {
      door: { permission: "spaces:read", body: "none", cost: "light" },
      ...HIDDEN,
    })
    .post(
      "/vector_stores/:storeId",
      ({ caller, params, body }) => stores.update(caller, params.storeId, body),
      {
        door: { permission: "spaces:write", body: "json", cost: "work" },
        body: UpdateStoreBody,
        ...HIDDEN,
      },
    )
    .delete(
      "/vector_stores/:storeId",
      async ({ caller, params }) => ({
        id: await stores.delete(caller, params.storeId),
        object: "vector_store.deleted" as const,
        deleted: true as const,
      }),
      { door: { permission: "spaces:delete", body: "none", cost: "light" }, ...HIDDEN },
    )
    .post(
      "/vector_stores/:storeId/search",
      ({ caller, params, body, request }) =>
        search.search(caller, params.storeId, body, () => request.signal),
      { door: { permission: "queries:read", body: "json", cost: "question" }, body: SearchBody, ...HIDDEN },
    );
}
