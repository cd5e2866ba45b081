import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { object, objects, string } from "../../contract/reading.ts";
import { send } from "../../matrix/answer.ts";
import type { Ids } from "../../matrix/ids.ts";
import { REQUESTS } from "../../matrix/requests.ts";
import { newTarget } from "../../matrix/targets.ts";
import { MCP_PATH, TOOL_REQUESTS } from "../../matrix/tool-requests.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { type FieldPath, type FieldSchema, textFields, withText } from "./string-fields.ts";

// PostgreSQL stores neither NUL nor half a surrogate pair. Each place of a request that takes a text must refuse them.

const UNSTORABLE: Readonly<Record<string, string>> = {
  NUL: "a\0b",
  "a high surrogate": "a\ud83d",
  "a low surrogate": "\ude00b",
};

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly description: Readonly<Record<string, unknown>>;
}

let app: InProcessApp;
let ids: Ids;
let description: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" } });
  ids = await newTarget(app.quarry);
  description = (await app.call("GET", "/api/openapi.json")).json;
}, 120_000);
afterAll(() => app.stop());

function operations(): Operation[] {
  return Object.entries(object(description.paths)).flatMap(([path, methods]) =>
    Object.entries(object(methods)).map(([method, operation]) => ({
      name: string(object(operation).operationId),
      method: method.toUpperCase(),
      path,
      description: object(operation),
    })),
  );
}

function resolve(ref: string): FieldSchema {
  const { schemas } = object(description.components);
  return object(object(schemas)[ref.replace("#/components/schemas/", "")]);
}

function requestOf({ name }: Operation) {
  const call = REQUESTS[name];
  if (!call) throw new Error(`test/matrix/requests.ts has no call for ${name}`);
  return call.request(ids);
}

/** Sends a request, and says what is wrong with the answer. */
async function problemWith(
  what: string,
  allowed: readonly number[],
  request: { readonly method: string; readonly path: string; readonly body?: unknown },
  /** The field that the message must name. */
  field = "",
): Promise<string[]> {
  const { method, path, body } = request;
  const { status, json, text } = await app.call(method, path, body === undefined ? {} : { body });
  const says = json.message;
  const isClear = allowed.includes(status) && typeof says === "string" && says.includes(field);
  return isClear ? [] : [`${what}: ${status} ${text.slice(0, 150)}`];
}

test("each text of each JSON body is refused by a message that names its field", async () => {
  const problems: string[] = [];
  let fields = 0;
  for (const operation of operations()) {
    const content = object(object(operation.description.requestBody ?? {}).content ?? {});
    if (!("application/json" in content)) continue;
    const schema: FieldSchema = object(object(content["application/json"]).schema);
    const { method, path, body } = requestOf(operation);
    for (const field of textFields(schema, resolve)) {
      fields += 1;
      for (const [kind, text] of Object.entries(UNSTORABLE)) {
        const changed = withText(body, field, text);
        const what = `${operation.name} ${field.join("/")} with ${kind}`;
        if (operation.name === "upsertDocuments" && field.length > 1)
          problems.push(...(await problemInBatch(what, method, path, changed)));
        else
          problems.push(...(await problemWith(what, [400], { method, path, body: changed }, nameOf(field))));
      }
    }
  }
  expect(problems).toEqual([]);
  expect(fields).toBeGreaterThan(60);
}, 120_000);

/** The name that a message gives for a place: free fields are checked as a whole. */
function nameOf(field: FieldPath): string {
  return String(field.findLast((key) => key !== 0 && key !== "free") ?? "");
}

/** A batch refuses only the one document. */
async function problemInBatch(what: string, method: string, path: string, body: unknown): Promise<string[]> {
  const { status, json, text } = await app.call(method, path, { body });
  const [result] = status === 200 ? objects(json.results) : [];
  return result?.error === "Bad Request" ? [] : [`${what}: ${status} ${text.slice(0, 150)}`];
}

test("each text of each MCP tool is refused by an error that names its field", async () => {
  const credentials = { "Svc-Api-Key": app.rootKey };
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const { text: listed } = await send(app, { method: "POST", path: MCP_PATH, body: list }, credentials);
  const problems: string[] = [];
  let fields = 0;
  for (const tool of objects(object(object(JSON.parse(listed)).result).tools)) {
    const name = string(tool.name);
    const request = TOOL_REQUESTS[name]?.request(ids);
    if (!request) throw new Error(`test/matrix/tool-requests.ts has no call for ${name}`);
    for (const field of textFields(object(tool.inputSchema), resolve)) {
      fields += 1;
      for (const [kind, text] of Object.entries(UNSTORABLE)) {
        const body = object(withText(request.body, ["params", "arguments", ...field], text));
        const { status, message } = await send(app, { ...request, body }, credentials);
        if (status !== 400 || !message.includes(nameOf(field)))
          problems.push(`${name} ${field.join("/")} with ${kind}: ${status} ${message.slice(0, 150)}`);
      }
    }
  }
  expect(problems).toEqual([]);
  expect(fields).toBeGreaterThan(30);
}, 120_000);

test("names of free fields are refused too", async () => {
  const problems: string[] = [];
  for (const [kind, text] of Object.entries(UNSTORABLE))
    for (const metadata of [{ [text]: 1 }, { a: { [text]: 1 } }, { a: [{ b: [text] }] }]) {
      const file = { filename: "a.md", content: "a", metadata };
      const requests: [string, string, unknown][] = [
        ["POST", "/api/spaces", { name: "a", metadata }],
        ["PUT", "/api/documents", { spaceId: ids.space, ...file }],
        ["POST", `/api/spaces/${ids.space}/documents`, file],
        ["PATCH", `/api/documents/${ids.document}`, { metadata }],
        ["POST", "/api/query", { query: "a", spaceIds: ids.space, metadata }],
        ["POST", "/api/query/smart", { query: "a", metadata }],
      ];
      for (const [method, path, body] of requests)
        problems.push(
          ...(await problemWith(`${method} ${path} with ${kind}`, [400], { method, path, body })),
        );
      const list = `/api/spaces?metadata=${encodeURIComponent(JSON.stringify(metadata))}`;
      problems.push(...(await problemWith(`${list} with ${kind}`, [400], { method: "GET", path: list })));
    }
  expect(problems).toEqual([]);
});

/** NUL and half a surrogate pair, percent-encoded. */
const HALF_A_PAIR = "%ED%A0%BD";
const ENCODED = ["a%00b", HALF_A_PAIR, "%00"];

test("each text of each query string and each path is refused, or names nothing", async () => {
  const problems: string[] = [];
  let places = 0;
  for (const operation of operations()) {
    const { method, path, body } = requestOf(operation);
    for (const parameter of objects(operation.description.parameters ?? [])) {
      const { name, in: place } = parameter;
      if (place !== "query" && place !== "path") continue;
      places += 1;
      for (const text of ENCODED) {
        // Half a pair arrives as U+FFFD, which a part of a filename may be.
        if (name === "name" && text === HALF_A_PAIR) continue;
        const changed =
          place === "query" ? withParameter(path, String(name), text) : inPath(operation, String(name), text);
        problems.push(
          ...(await problemWith(`${operation.name} ${changed}`, [400, 404], {
            method,
            path: changed,
            body: without(body, String(name)),
          })),
        );
      }
    }
  }
  expect(problems).toEqual([]);
  expect(places).toBeGreaterThan(50);
}, 120_000);

/** A body without the field that would take precedence over a parameter. */
function without(body: unknown, name: string): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
}

function withParameter(path: string, name: string, encoded: string): string {
  const [base = "", query = ""] = path.split("?");
  const others = query.split("&").filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
  return `${base}?${[...others, `${name}=${encoded}`].join("&")}`;
}

function inPath(operation: Operation, name: string, encoded: string): string {
  const filled = requestOf(operation).path.split("?")[0]?.split("/") ?? [];
  const at = operation.path.split("/").indexOf(`{${name}}`);
  return filled.map((part, index) => (index === at ? encoded : part)).join("/");
}

describe("a form", () => {
  const sendForm = (form: FormData) => app.call("PUT", "/api/documents", { rawBody: form });

  test.each(["a\0b.md", "\ud83d.md"])("with the filename %p never fails the service", async (filename) => {
    const named = new FormData();
    named.set("spaceId", ids.space);
    named.set("file", new File(["text"], filename));
    expect((await sendForm(named)).status).toBeLessThan(500);
    const given = new FormData();
    given.set("spaceId", ids.space);
    given.set("filename", filename);
    given.set("file", new File(["text"], "a.md"));
    expect((await sendForm(given)).status).toBeLessThan(500);
  });

  test("with NUL in its fields is refused", async () => {
    for (const [name, value] of [
      ["filename", "a\0.md"],
      ["spaceId", "a\0"],
      ["mimeType", "text/plain\0"],
      ["metadata", '{"a": "\\u0000"}'],
      ["metadata", '{"\\ud83d": 1}'],
    ] as const) {
      const form = new FormData();
      form.set("spaceId", ids.space);
      form.set("file", new File(["text"], "a.md"));
      form.set(name, value);
      expect(`${name}: ${(await sendForm(form)).status}`).toBe(`${name}: 400`);
    }
  });
});

test("headers that take a text refuse what cannot be stored", async () => {
  for (const [name, value] of [
    ["Idempotency-Key", "caf\u00e9"],
    ["X-Request-Id", "\u0001"],
    ["Last-Event-ID", "\u0080"],
  ] as const) {
    const { status } = await app.call("POST", "/api/spaces", {
      body: { name: "With a header" },
      headers: { [name]: value },
    });
    expect(`${name}: ${status < 500}`).toBe(`${name}: true`);
  }
});

test("nothing was logged as a failure of the service", () => {
  expect(app.logLines.filter((line) => line.includes("failed"))).toEqual([]);
});
