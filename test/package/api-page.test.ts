import { afterAll, beforeAll, expect, test } from "bun:test";
import { resolve } from "node:path";
import * as schemas from "@quarry/schema";
import { apiPage } from "../../sdk/build/api-page.ts";
import { RESPONSE_SCHEMAS } from "../../sdk/src/integrations/response-schemas.ts";
import { object } from "../contract/reading.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";

const page = apiPage();

/** The response schemas of every route in the OpenAPI file, with normalized parameter names. */
const answers = new Map<string, readonly string[]>();
let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
  const { json } = await app.call("GET", "/api/openapi.json");
  for (const [path, item] of Object.entries(object(json.paths)))
    for (const [method, operation] of Object.entries(object(item))) {
      const found = Object.entries(object(object(operation).responses))
        .filter(([status]) => status.startsWith("2"))
        .flatMap(([, response]) => Object.entries(object(object(response).content)))
        .filter(([type]) => type === "application/json")
        .map(([, content]) => String(object(object(content).schema).$ref ?? "").replace(/^.*\//, ""));
      answers.set(formOf(`${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, ":id")}`), found);
    }
}, 120_000);
afterAll(() => app.stop());

/** Methods that are not about one route. */
const WITHOUT_ROUTE = ["withOptions", "request", "documents.fileUrl", "documents.passageUrl"];

const formOf = (route: string): string => route.replaceAll(/:\w+/g, ":id");

test("api.md is up to date; to update it, run: bun run api-page", async () => {
  expect(await Bun.file(resolve(import.meta.dir, "../../sdk/api.md")).text()).toBe(page);
});

test("every method of the page has a route of the server", () => {
  const lines = page
    .split("\n")
    .filter((line) => line.startsWith("- `quarry."))
    .filter((line) => !WITHOUT_ROUTE.some((name) => line.startsWith(`- \`quarry.${name}(`)));
  expect(lines.length).toBeGreaterThan(40);
  const routes = lines.map(
    (line) => [line, line.match(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/)?.[1]] as const,
  );
  expect(routes.filter(([, route]) => route === undefined || !answers.has(formOf(route)))).toEqual([]);
});

test("every route with a JSON response is validated with the server's schema", () => {
  const names = new Map<unknown, string>(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  const validated = Object.entries(RESPONSE_SCHEMAS).map(([route, schema]) => [
    formOf(route),
    names.get(schema),
  ]);
  const expected = [...answers].flatMap(([route, [name = ""]]) => (name === "" ? [] : [[route, name]]));
  expect(validated.sort()).toEqual(expected.sort());
});
