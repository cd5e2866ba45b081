import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { openapi } from "@elysiajs/openapi";
import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";

const ASSETS = {
  "swagger-ui-bundle.js": "text/javascript",
  "swagger-ui.css": "text/css",
} as const;

/** The machine-readable description at `/api/openapi.json` and its page at `/docs`, which needs no internet. */
export function openApi() {
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  return new Elysia({ name: "openapi" })
    .use(
      openapi({
        path: "/docs",
        specPath: "/api/openapi.json",
        provider: "swagger-ui",
        swagger: { cdn: "/docs/assets/swagger-ui-bundle.js", theme: "/docs/assets/swagger-ui.css" },
        exclude: { paths: ["/docs", "/docs/assets/:name", "/api/openapi.json", "/"] },
        documentation: {
          info: {
            title: "Quarry",
            version: "0.1",
            description:
              "Knowledge-base retrieval: spaces, documents, ranked passages, and advice on which space to ask.",
          },
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
        if (!type) throw new QuarryError("not_found", "There is no such file.");
        const bytes = await readFile(join(folder, params.name));
        return new Response(bytes, { headers: { "content-type": type, "cache-control": "max-age=86400" } });
      },
      { detail: { hide: true } },
    );
}
