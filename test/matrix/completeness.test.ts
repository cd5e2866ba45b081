import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createApp } from "../../server/src/compose/app.ts";
import { TOOLS } from "../../server/src/modules/mcp/tools.ts";
import { object, string } from "../contract/reading.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { CALLS, callOf, ROWS } from "./calls.ts";
import { type Ids, THINGS } from "./ids.ts";
import { ROUTES, TOOL_ROWS, UNDESCRIBED } from "./table.ts";

let app: InProcessApp;
/** Operations of the OpenAPI file by id. */
let described: ReadonlyMap<string, { readonly method: string; readonly path: string }>;

beforeAll(async () => {
  app = await startApp();
  const { json } = await app.call("GET", "/api/openapi.json");
  described = new Map(
    Object.entries(object(json.paths)).flatMap(([path, item]) =>
      Object.entries(object(item)).map(
        ([method, operation]) =>
          [string(object(operation).operationId), { method: method.toUpperCase(), path }] as const,
      ),
    ),
  );
}, 120_000);
afterAll(() => app.stop());

const MARKS: Ids = {
  ...{ space: "(space)", document: "(document)", key: "(key)" },
  ...{ webhook: "(webhook)", evaluation: "(evaluation)", run: "(run)", operation: "(operation)" },
};
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

describe("the table", () => {
  test("has exactly one row for each operation of the OpenAPI file", () => {
    expect(sorted(ROUTES.map(({ operation }) => operation))).toEqual(sorted(described.keys()));
  });

  test("has exactly one row for each tool", () => {
    expect(sorted(TOOL_ROWS.map(({ operation }) => operation))).toEqual(
      sorted(TOOLS.map(({ name }) => name)),
    );
  });

  test("lists each route that the OpenAPI file omits", () => {
    const forms = [...described.values()].flatMap(({ method, path }) => {
      const pattern = path.replaceAll(/\{(\w+)\}/g, ":$1");
      return [`${method} ${pattern}`, `${method} ${pattern.replace(/^\/api/, "")}`];
    });
    const routes = createApp(app.deps).routes.map(({ method, path }) => `${method} ${path}`);
    expect(routes).toEqual(expect.arrayContaining(forms));
    expect(sorted(routes.filter((route) => !forms.includes(route)))).toEqual(sorted(UNDESCRIBED));
  });

  test("has no duplicate rows, and a call for each", () => {
    const names = ROWS.map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(CALLS).sort());
  });

  test("states the ids in each call, and the effect of an archived space", () => {
    for (const row of ROWS) {
      const { path, body } = callOf(row).request(MARKS);
      const text = `${path} ${JSON.stringify(body ?? "")}`;
      const named = THINGS.filter((thing) => text.includes(MARKS[thing]));
      expect({ row: row.name, named }).toEqual({ row: row.name, named: [...row.names].sort(byPlace) });
      const isInSpace = named.some((thing) => thing === "space" || thing === "document");
      expect({ row: row.name, isInSpace }).toEqual({ row: row.name, isInSpace: row.archived !== undefined });
    }
  });
});

const byPlace = (one: (typeof THINGS)[number], other: (typeof THINGS)[number]) =>
  THINGS.indexOf(one) - THINGS.indexOf(other);

test("each call is in the OpenAPI file", () => {
  for (const row of ROUTES) {
    const operation = described.get(row.operation);
    const { method, path } = callOf(row).request(MARKS);
    const pattern = new RegExp(`^${operation?.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    expect({ row: row.name, method }).toEqual({ row: row.name, method: operation?.method ?? "" });
    expect(path.replace(/\?.*/, "")).toMatch(pattern);
  }
});
