import { afterAll, beforeAll, expect, test } from "bun:test";
import { object, objects, string } from "../contract/reading.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { send } from "./answer.ts";
import { withKey } from "./callers.ts";
import { callOf } from "./calls.ts";
import type { Ids } from "./ids.ts";
import { ROUTES } from "./table.ts";
import { newTarget } from "./targets.ts";

let app: InProcessApp;
let ids: Ids;
let operations: readonly { readonly id: string; readonly headers: string[] }[];
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" } });
  ids = await newTarget(app.quarry);
  const { json } = await app.call("GET", "/api/openapi.json");
  operations = Object.values(object(json.paths)).flatMap((item) =>
    Object.values(object(item)).map((operation) => {
      const { operationId, parameters } = object(operation);
      const headers = objects(parameters ?? []).filter((parameter) => parameter.in === "header");
      return { id: string(operationId), headers: headers.map(({ name }) => string(name)) };
    }),
  );
}, 120_000);
afterAll(() => app.stop());

test("the description names the header Idempotency-Key exactly where it has an effect", async () => {
  for (const row of ROUTES) {
    // An invalid key is refused before any work is done.
    const credentials = { ...withKey(app.rootKey), "Idempotency-Key": "x".repeat(201) };
    const { message } = await send(app, callOf(row).request(ids), credentials);
    const headers = message.includes("Idempotency-Key") ? ["Idempotency-Key"] : [];
    expect({ row: row.name, headers }).toEqual({
      row: row.name,
      headers: operations.find(({ id }) => id === row.operation)?.headers ?? [],
    });
  }
  expect(operations.filter(({ headers }) => headers.length > 0).length).toBeGreaterThan(20);
});
