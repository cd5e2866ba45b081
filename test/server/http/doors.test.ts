import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { PERMISSIONS } from "@quarry/schema";
import { Elysia } from "elysia";
import { createApp } from "../../../server/src/compose/app.ts";
import { bodyRules, type Door, doorsOf, largestBody } from "../../../server/src/platform/http/door.ts";
import { OPENAPI_DOORS } from "../../../server/src/platform/http/openapi.ts";
import { object, string } from "../../contract/reading.ts";
import { ROUTES, UNDESCRIBED } from "../../matrix/table.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

// Every request passes one door, which the running application tells: permission, body, cost.

const PIECE_BYTES = 50_000;

let app: InProcessApp;
let doors: Readonly<Record<string, Door>>;
/** The routes of the OpenAPI file, with the id of their operation. */
let described: ReadonlyMap<string, string>;

beforeAll(async () => {
  // The smallest limits that a service can have, so that the largest bodies are small.
  app = await startApp({ env: { QUARRY_MAX_FILE_BYTES: "1", QUARRY_MAX_ARCHIVE_BYTES: "4000000" } });
  doors = doorsOf(createApp(app.deps).routes, OPENAPI_DOORS);
  const { paths } = (await app.call("GET", "/api/openapi.json")).json;
  const operations = Object.entries(object(paths)).flatMap(([path, methods]) =>
    Object.entries(object(methods)).flatMap(([method, operation]) =>
      [path, path.replace(/^\/api/, "")].map((mounted) => {
        const route = `${method.toUpperCase()} ${mounted.replaceAll(/\{(\w+)\}/g, ":$1")}`;
        return [route, string(object(operation).operationId)] as const;
      }),
    ),
  );
  described = new Map(operations);
}, 120_000);
afterAll(() => app.stop());

describe("the door of each route", () => {
  test("is one for each route of the application, with the permission of the table", () => {
    expect(Object.keys(doors).sort()).toEqual([...described.keys(), ...UNDESCRIBED].sort());
    for (const [route, { permission }] of Object.entries(doors)) {
      const row = ROUTES.find(({ operation }) => operation === described.get(route));
      const asked = [permission ?? []].flat();
      // No permission is enough for the operator's routes: the door asks for any, and the service for the operator.
      const isForOperator = row?.needs?.length === 0 && asked.length === PERMISSIONS.length;
      const isRight =
        isForOperator ||
        (row?.needs?.some((all) => asked.some((each) => all.includes(each))) ?? asked.length === 0);
      // Routes without a row are for people, or have tests of their own.
      const isForPeople = / \/(?:api\/auth|openai|dify)\//.test(route);
      expect({ route, asked, isRight: isRight || isForPeople }).toEqual({ route, asked, isRight: true });
    }
  });

  test("is missing for a route that has none: the application would not start", () => {
    const open = new Elysia().get("/open", () => "come in").post("/open", () => "come in");
    expect(() => doorsOf(open.routes, OPENAPI_DOORS)).toThrow("Routes without a door: GET /open, POST /open");
  });

  test("of a search is limited like a question, and of a stream by its reader", () => {
    const withCost = (cost: Door["cost"]) =>
      Object.keys(doors).filter((route) => doors[route]?.cost === cost && / \/api/.test(route));
    expect(withCost("question")).toEqual([
      "POST /api/query",
      "POST /api/query/batch",
      "POST /api/query/smart",
    ]);
    expect(withCost("stream").sort()).toEqual([
      "GET /api/documents/:id/file",
      "GET /api/events",
      "GET /api/spaces/:id/documents/:documentId/file",
      "GET /api/spaces/:id/export",
    ]);
  });
});

describe("a body without end", () => {
  /** Sends one to a route and says how much of it was read. */
  async function sendEndless(route: string, body: Door["body"], key: string | null) {
    const [method = "", path = ""] = route.split(" ");
    let readBytes = 0;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          readBytes += PIECE_BYTES;
          controller.enqueue(new Uint8Array(PIECE_BYTES).fill(0x20));
        },
      },
      { highWaterMark: 0 },
    );
    const type = { archive: "application/x-tar", form: "application/x-www-form-urlencoded" };
    const headers = new Headers({ "content-type": type[body as keyof typeof type] ?? "application/json" });
    if (key !== null) headers.set("svc-api-key", key);
    const address = `http://localhost${path.replaceAll(/:\w+/g, "x").replace("*", "x")}`;
    const sent = new Request(address, { method: method === "ALL" ? "POST" : method, headers, body: endless });
    const { status } = await app.app.handle(sent);
    // What a request uses is given back a turn of the event loop after its answer.
    await Bun.sleep(0);
    return { status, readBytes };
  }

  const routes = () => Object.entries(doors).filter(([route]) => !route.startsWith("GET "));

  test("is read to the limit of its route at most", async () => {
    const rules = bodyRules(app.deps.config.limits);
    for (const [route, { body }] of routes()) {
      const { status, readBytes } = await sendEndless(route, body, app.rootKey);
      const { maxBytes } = rules[body];
      expect({ route, readBytes, isWithin: readBytes <= maxBytes + 2 * PIECE_BYTES }).toEqual({
        ...{ route, readBytes, isWithin: true },
      });
      // A route that takes no body ignores it.
      const isRefused = (status >= 300 && status < 500) || (body === "none" && status === 200);
      expect({ route, isRefused }).toEqual({ route, isRefused: true });
      // 401, 403: a form of a page, or of a person who is not signed in.
      if (readBytes > maxBytes) expect({ route, status }).toEqual({ route, status: 413 });
    }
    expect(largestBody(app.deps.config.limits)).toBe(10_000_002);
  }, 60_000);

  test("is not read at all for a caller without a key where a permission is needed", async () => {
    for (const [route, { body, permission }] of routes()) {
      if (permission === null) continue;
      const { status, readBytes } = await sendEndless(route, body, null);
      expect({ route, status, readBytes }).toEqual({ route, status: 401, readBytes: 0 });
    }
  });
});
