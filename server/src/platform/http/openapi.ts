import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { openapi } from "@elysiajs/openapi";
import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Authorization } from "./authorization.ts";
import type { Doors } from "./door.ts";
import { describeIdempotencyKeys } from "./idempotency-key.ts";
import { nameSchemas } from "./named-schemas.ts";

const ASSETS = {
  "swagger-ui-bundle.js": "text/javascript",
  "swagger-ui.css": "text/css",
} as const;

const SPECIFICATION = "/api/openapi.json";
const PAGE = "/docs";

/** The doors of the routes that the plug-in adds. */
export const OPENAPI_DOORS: Doors = {
  [`GET ${PAGE}`]: { permission: null, body: "none", cost: "light" },
  [`GET ${SPECIFICATION}`]: { permission: null, body: "none", cost: "light" },
};

/** Serves the OpenAPI description at `/api/openapi.json` and its page at `/docs`, which works without internet access. */
export function openApi(auth: Authorization) {
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const named = new WeakMap<object, object>();
  return new Elysia({ name: "openapi" })
    .use(auth)
    .onAfterHandle(({ path, responseValue }) => {
      if (path !== SPECIFICATION || typeof responseValue !== "object" || responseValue === null) return;
      // The plugin returns the same object until routes are added.
      const description = named.get(responseValue) ?? describeIdempotencyKeys(nameSchemas(responseValue));
      named.set(responseValue, description);
      return description;
    })
    .use(
      openapi({
        path: PAGE,
        specPath: SPECIFICATION,
        provider: "swagger-ui",
        swagger: { cdn: "/docs/assets/swagger-ui-bundle.js", theme: "/docs/assets/swagger-ui.css" },
        exclude: { paths: [PAGE, "/docs/assets/:name", SPECIFICATION, "/"] },
        documentation: {
          info: {
            title: "Quarry",
            version: "0.1",
            description:
              "Knowledge-base retrieval: spaces, documents, ranked passages, and advice on which space to query.",
          },
          // Relative: the server that serves the description.
          servers: [{ url: "/" }],
          components: {
            securitySchemes: {
              bearer: { type: "http", scheme: "bearer" },
              apiKey: { type: "apiKey", in: "header", name: "Svc-Api-Key" },
            },
          },
          security: [{ bearer: [] }, { apiKey: [] }],
        },
      }),
    )
    .get(
      "/docs/assets/:name",
      async ({ params }) => {
        const type = Object.entries(ASSETS).find(([name]) => name === params.name)?.[1];
        if (!type) throw new QuarryError("not_found", "This file does not exist.");
        const bytes = await readFile(join(folder, params.name));
        return new Response(bytes, { headers: { "content-type": type, "cache-control": "max-age=86400" } });
      },
      { publicDoor: { body: "none", cost: "light" }, detail: { hide: true } },
    );
}
