import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { openapi } from "@elysiajs/openapi";
import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Authorization } from "./authorization.ts";
import type { Doors } from "./door.ts";
import { describeIdempotencyKeys } from "./idempotency-key.ts";
import { nameSchemas } from "./named-schemas.ts";
import { REFERENCE_POLICY, REFERENCE_STYLE, referencePage, referenceScript } from "./reference-page.ts";

const SPECIFICATION = "/api/openapi.json";
const PAGE = "/docs";
const ASSETS = `${PAGE}/assets`;
const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css" };
/** Files of Swagger UI, which change with its version alone. */
const SWAGGER_FILES = ["swagger-ui-bundle.js", "swagger-ui.css"];
const OWN_FILES: Readonly<Record<string, string>> = {
  "reference.js": referenceScript(SPECIFICATION),
  "reference.css": REFERENCE_STYLE,
};
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": REFERENCE_POLICY,
  "x-content-type-options": "nosniff",
};

/** The doors of the routes that the plug-in adds. */
export const OPENAPI_DOORS: Doors = {
  [`GET ${SPECIFICATION}`]: { permission: null, body: "none", cost: "light" },
};

/**
 * Serves the OpenAPI description at `/api/openapi.json` and its page at `/docs`, which works without internet access.
 * @param describe Adds texts and examples to the description.
 */
export function openApi(auth: Authorization, describe: (description: object) => object) {
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const named = new WeakMap<object, object>();
  const page = referencePage(ASSETS);
  return new Elysia({ name: "openapi" })
    .use(auth)
    .onAfterHandle(({ path, responseValue }) => {
      if (path !== SPECIFICATION || typeof responseValue !== "object" || responseValue === null) return;
      // The plugin returns the same object until routes are added.
      const description =
        named.get(responseValue) ?? describe(describeIdempotencyKeys(nameSchemas(responseValue)));
      named.set(responseValue, description);
      return description;
    })
    .use(
      openapi({
        path: PAGE,
        specPath: SPECIFICATION,
        // The plug-in's own page shows no samples of code.
        provider: null,
        exclude: { paths: [PAGE, `${ASSETS}/:name`, SPECIFICATION, "/"] },
        documentation: {
          info: {
            title: "Quarry",
            version: "0.1",
            description: "The API of Quarry: spaces, documents, and the passages that answer a question.",
          },
          // Relative: the server that serves the description.
          servers: [{ url: "/" }],
          components: {
            securitySchemes: {
              bearer: {
                type: "http",
                scheme: "bearer",
                description: "An API key, `qry_` and 43 characters, or the access token of an OAuth client.",
              },
              apiKey: {
                type: "apiKey",
                in: "header",
                name: "Svc-Api-Key",
                description: "An API key, in a header of its own.",
              },
            },
          },
          security: [{ bearer: [] }, { apiKey: [] }],
        },
      }),
    )
    .get(PAGE, () => new Response(page, { headers: PAGE_HEADERS }), {
      publicDoor: { body: "none", cost: "light" },
      detail: { hide: true },
    })
    .get(
      `${ASSETS}/:name`,
      async ({ params: { name } }) => {
        const own = Object.hasOwn(OWN_FILES, name) ? OWN_FILES[name] : undefined;
        if (own === undefined && !SWAGGER_FILES.includes(name))
          throw new QuarryError("not_found", "This file does not exist.");
        return new Response(own ?? (await readFile(join(folder, name))), {
          headers: {
            "content-type": `${TYPES[extname(name)]}; charset=utf-8`,
            "cache-control": own === undefined ? "max-age=86400" : "no-cache",
            "x-content-type-options": "nosniff",
          },
        });
      },
      { publicDoor: { body: "none", cost: "light" }, detail: { hide: true } },
    );
}
