import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { IngestService } from "../../ingest/ingest-service.ts";
import type { UploadLimits } from "../../ingest/receive/receive-document.ts";
import { type AllowedMethods, refuseWrongMethod } from "../../platform/http/allowed-methods.ts";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Identify } from "../../platform/http/identify.ts";
import { embeddingRoutes } from "./embedding-routes.ts";
import { fileRoutes } from "./file-routes.ts";
import type { OpenAiServices } from "./service.ts";
import { storeFileRoutes } from "./store-file-routes.ts";
import { storeRoutes } from "./store-routes.ts";

/** Where OpenAI's clients find the API: their base URL. */
export const OPEN_AI_PREFIX = "/openai/v1";

/** OpenAI's API for vector stores, files and embeddings. Its contract is OpenAI's, so it is not in Quarry's description. */
export function openAiRoutes(deps: {
  readonly auth: Authorization;
  readonly identify: Identify;
  readonly services: OpenAiServices;
  readonly ingest: IngestService;
  readonly limits: UploadLimits;
  readonly allowedMethods: AllowedMethods;
}) {
  const { auth, identify, allowedMethods, services, ingest, limits } = deps;
  const { files, stores, storeFiles, batches, search, embeddings } = services;
  return new Elysia({ prefix: OPEN_AI_PREFIX })
    .use(fileRoutes(auth, { files, ingest }, limits))
    .use(storeRoutes(auth, { stores, search }))
    .use(storeFileRoutes(auth, { files: storeFiles, batches }))
    .use(embeddingRoutes(auth, embeddings))
    .all(
      "/*",
      async (context) => {
        await identify(context);
        refuseWrongMethod(allowedMethods, context);
        throw new QuarryError(
          "invalid_request",
          "This server has no such route of OpenAI's API. It has vector_stores, files, embeddings and models.",
        );
      },
      { publicDoor: { body: "none", cost: "light" }, detail: { hide: true } },
    );
}
