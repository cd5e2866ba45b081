import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import { type Embeddings, EmbeddingsBody } from "./embeddings.ts";

const HIDDEN = { detail: { hide: true } } as const;

/** Routes of `embeddings` and `models`. */
export function embeddingRoutes(auth: Authorization, embeddings: Embeddings) {
  return new Elysia()
    .use(auth)
    .post("/embeddings", ({ caller, body }) => embeddings.embed(caller.orgId, body), {
      door: { permission: "queries:read", body: "json", cost: "work" },
      body: EmbeddingsBody,
      ...HIDDEN,
    })
    .get("/models", () => ({ object: "list" as const, data: embeddings.models() }), {
      door: { permission: "queries:read", body: "none", cost: "light" },
      ...HIDDEN,
    })
    .get("/models/:model", ({ params }) => embeddings.model(params.model), {
      door: { permission: "queries:read", body: "none", cost: "light" },
      ...HIDDEN,
    });
}
