import { afterEach, beforeEach, expect, test } from "bun:test";
import { Quarry } from "./client.ts";
import { fakeServer, json } from "./fake-server.ts";

const environment = { ...process.env };

beforeEach(() => {
  delete process.env.QUARRY_URL;
  delete process.env.QUARRY_API_KEY;
});

afterEach(() => {
  for (const name of ["QUARRY_URL", "QUARRY_API_KEY"]) {
    if (environment[name] === undefined) delete process.env[name];
    else process.env[name] = environment[name];
  }
});

test("reads the base URL and the API key from the environment", async () => {
  process.env.QUARRY_URL = "http://from.environment/";
  process.env.QUARRY_API_KEY = " qry_environment\n";
  const { quarry, seen } = fakeServer(() => json({ space: {} }), { apiKey: undefined, baseUrl: undefined });
  await quarry.spaces.get("spc_1");
  expect(seen[0]?.url.href).toBe("http://from.environment/api/spaces/spc_1");
  expect(seen[0]?.headers.get("authorization")).toBe("Bearer qry_environment");
});

test("rejects a missing or invalid base URL, and an invalid API key without printing it", () => {
  expect(() => new Quarry()).toThrow("QUARRY_URL");
  expect(() => new Quarry({ baseUrl: "quarry.test" })).toThrow("http or https");
  const secret = "qry_secret\nnewline";
  expect(() => new Quarry({ baseUrl: "http://quarry.test", apiKey: secret })).toThrow(
    /^(?!.*secret).*apiKey contains/,
  );
});

test("does not print the API key", () => {
  const { quarry } = fakeServer(() => json({}), { apiKey: "qry_secret" });
  expect(Bun.inspect(quarry, { depth: 10 })).not.toContain("qry_secret");
});

test("encodes a space id as one path segment", async () => {
  const { quarry, seen } = fakeServer(() => json({ space: {} }));
  await quarry.spaces.create({ name: "A" });
  await quarry.spaces.update("a/b?c", { name: "B" });
  await quarry.spaces.archive("s");
  await quarry.spaces.restore("s");
  await quarry.spaces.purge("s");
  expect(seen.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([
    "POST /api/spaces",
    "PATCH /api/spaces/a%2Fb%3Fc",
    "DELETE /api/spaces/s",
    "PATCH /api/spaces/s",
    "DELETE /api/spaces/s?purge=true",
  ]);
  expect(seen[3]?.body).toEqual({ isArchived: false });
  for (const id of ["", ".", ".."]) expect(() => quarry.spaces.get(id)).toThrow(TypeError);
  expect(seen).toHaveLength(5);
});

test("calls the routes of documents and API keys", async () => {
  const { quarry, seen } = fakeServer(() => json({}));
  const name = { spaceId: "s", id: "d" };
  const document = { filename: "a.md", content: "text" };
  await quarry.documents.upsert({ spaceId: "s", ...document });
  await quarry.documents.upsertBatch({ spaceId: "s", documents: [document] });
  await quarry.documents.get(name);
  await quarry.documents.getByFilename({ spaceId: "s", filename: "a & b.md" });
  await quarry.documents.update({ ...name, metadata: { a: 1 } });
  await quarry.documents.delete(name);
  await quarry.smartQuery({ query: "q" });
  await quarry.apiKeys.create({ name: "k" });
  await quarry.apiKeys.rotate({ id: "k" });
  await quarry.apiKeys.delete({ id: "k" });
  expect(seen.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([
    "PUT /api/documents",
    "PUT /api/documents/batch",
    "GET /api/spaces/s/documents/d",
    "GET /api/documents/by-filename?spaceId=s&filename=a+%26+b.md",
    "PATCH /api/spaces/s/documents/d",
    "DELETE /api/spaces/s/documents/d",
    "POST /api/query/smart",
    "POST /api/api-keys",
    "POST /api/api-keys/k/rotate",
    "DELETE /api/api-keys/k",
  ]);
  expect(seen[4]?.body).toEqual({ metadata: { a: 1 } });
});

test("calls the routes of limits, usage and the audit log", async () => {
  const { quarry, seen } = fakeServer(() => json({ data: [], pagination: {} }));
  await quarry.spaces.limits("s");
  await quarry.usage.get();
  await quarry.audit.list({ page: 2, pageSize: 5 });
  await quarry.apiKeys.rotate({ id: "k", overlapSeconds: 60 });
  await quarry.apiKeys.create({ name: "k", spaceIds: ["s"] });
  expect(seen.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([
    "GET /api/spaces/s/limits",
    "GET /api/usage",
    "GET /api/audit?page=2&pageSize=5",
    "POST /api/api-keys/k/rotate",
    "POST /api/api-keys",
  ]);
  expect(seen[3]?.body).toEqual({ overlapSeconds: 60 });
  expect(seen[4]?.body).toEqual({ name: "k", spaceIds: ["s"] });
});

test("calls the routes of webhooks", async () => {
  const { quarry, seen } = fakeServer(() => json({}));
  await quarry.webhooks.create({ url: "https://example.com/hook" });
  await quarry.webhooks.get({ id: "w" });
  await quarry.webhooks.update({ id: "w", enabled: true });
  await quarry.webhooks.delete({ id: "w" });
  await quarry.webhooks.rotate({ id: "w" });
  await quarry.webhooks.test({ id: "w" });
  await quarry.webhooks.replay({ id: "w", eventId: "5" });
  expect(seen.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    "POST /api/webhooks",
    "GET /api/webhooks/w",
    "PATCH /api/webhooks/w",
    "DELETE /api/webhooks/w",
    "POST /api/webhooks/w/rotate",
    "POST /api/webhooks/w/test",
    "POST /api/webhooks/w/replay",
  ]);
  expect(seen[2]?.body).toEqual({ enabled: true });
  expect(seen[6]?.body).toEqual({ eventId: "5" });
});

test("calls the routes of evaluations", async () => {
  const { quarry, seen } = fakeServer(({ url }) =>
    url.pathname.endsWith("/report") ? new Response("<!doctype html>") : json({ data: [], pagination: {} }),
  );
  const name = { spaceId: "s", id: "e" };
  const queries = [{ query: "why", relevant: [{ filename: "a.md" }] }];
  await quarry.evaluations.create({ spaceId: "s", name: "golden", queries });
  await quarry.evaluations.list({ spaceId: "s", pageSize: 5 });
  await quarry.evaluations.get(name);
  await quarry.evaluations.update({ ...name, name: "silver" });
  await quarry.evaluations.delete(name);
  await quarry.evaluations.run({ ...name, k: 5, configurations: [{ mode: "lexical" }] });
  await quarry.evaluations.run(name);
  await quarry.evaluations.runs({ ...name, page: 2 });
  await quarry.evaluations.getRun({ ...name, runId: "r" });
  expect(await quarry.evaluations.report({ ...name, runId: "r" })).toBe("<!doctype html>");
  await quarry.evaluations.fit({ ...name, apply: true });
  expect(seen.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([
    "POST /api/spaces/s/evaluations",
    "GET /api/spaces/s/evaluations?pageSize=5",
    "GET /api/spaces/s/evaluations/e",
    "PATCH /api/spaces/s/evaluations/e",
    "DELETE /api/spaces/s/evaluations/e",
    "POST /api/spaces/s/evaluations/e/runs",
    "POST /api/spaces/s/evaluations/e/runs",
    "GET /api/spaces/s/evaluations/e/runs?page=2",
    "GET /api/spaces/s/evaluations/e/runs/r",
    "GET /api/spaces/s/evaluations/e/runs/r/report",
    "POST /api/spaces/s/evaluations/e/fit",
  ]);
  const bodies = seen.filter(({ method }) => method === "POST" || method === "PATCH").map(({ body }) => body);
  expect(bodies).toEqual([
    { name: "golden", queries },
    { name: "silver" },
    { k: 5, configurations: [{ mode: "lexical" }] },
    {},
    { apply: true },
  ]);
});

test("sends credentials, JSON and the caller's headers to the base URL", async () => {
  const { quarry, seen } = fakeServer(() => json({ results: [], totalResults: 0 }), {
    baseUrl: "http://quarry.test/base/",
    headers: { "x-a": "1", "x-b": "1" },
  });
  const answer = await quarry.query({ query: "why", spaceIds: "spc_1" }, { headers: { "x-b": "2" } });
  expect(answer).toEqual({ results: [], totalResults: 0 });
  const [request] = seen;
  expect(request?.url.href).toBe("http://quarry.test/base/api/query");
  expect(request?.headers.get("authorization")).toBe("Bearer qry_test");
  expect(request?.headers.get("x-a")).toBe("1");
  expect(request?.headers.get("x-b")).toBe("2");
  expect(request?.body).toEqual({ query: "why", spaceIds: "spc_1" });
});
