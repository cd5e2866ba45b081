import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import { type Embeddings, EmbeddingsBody } from "./embeddings.ts";

const HIDDEN = { detail: { hide: true } } as const;

/** Routes of `embeddings` and `models`. */
export function embeddingRoutes(auth: Authorization, embeddings: Embeddings) {
  return new Elysia()
    .use(auth)
    .post("/embeddings", ({ body }) => embeddings.embed(body), {
      permission: "queries:read",
      body: EmbeddingsBody,
      ...HIDDEN,
    })
    .get("/models", () => ({ object: "list" as const, data: embeddings.models() }), {
      permission: "queries:read",
      ...HIDDEN,
    })
    .get("/models/:model", ({ params }) => embeddings.model(params.model), {
      permission: "queries:read",
      ...HIDDEN,
    });
}
