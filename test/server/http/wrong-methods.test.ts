import { afterAll, beforeAll, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

test.each([
  ["PUT", "/api/spaces", "GET, HEAD, POST"],
  ["PATCH", "/spaces", "GET, HEAD, POST"],
  ["GET", "/api/query", "POST"],
  ["POST", "/api/spaces/spc_unknown", "DELETE, GET, HEAD, PATCH"],
  ["DELETE", "/api/spaces/a%2Fb/export", "GET, HEAD"],
  ["POST", "/api/events/", "GET, HEAD"],
  ["DELETE", "/docs", "GET, HEAD"],
  ["PUT", "/guide/quickstart", "GET, HEAD"],
])("%s %s is 405 and names the allowed methods", async (method, path, allow) => {
  for (const key of [app.rootKey, null]) {
    const reply = await app.call(method, path, { key });
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, allow]);
    expect(reply.json).toEqual({
      error: "Method Not Allowed",
      code: "method_not_allowed",
      message: `This path does not take ${method}. It takes ${allow}.`,
      statusCode: 405,
      requestId: expect.any(String),
    });
  }
});

test.each([
  ["PUT", "/files", "GET, HEAD, POST"],
  ["PATCH", "/vector_stores/vs_1/files/file_1", "DELETE, GET, HEAD, POST"],
  ["GET", "/embeddings", "POST"],
])("%s of OpenAI's %s is 405 in its form and names the allowed methods", async (method, path, allow) => {
  const reply = await app.call(method, `/openai/v1${path}`);
  expect([reply.status, reply.headers.get("allow")]).toEqual([405, allow]);
  expect(reply.json.error).toMatchObject({
    code: "method_not_allowed",
    message: expect.stringContaining(allow),
  });
});

test.each(["/api/nothing", "/api/spaces/a/nothing", "/nothing"])("%s is 404", async (path) => {
  const reply = await app.call("DELETE", path);
  expect([reply.status, reply.headers.get("allow"), reply.json.code]).toEqual([404, null, "not_found"]);
});

test("a call with a wrong method counts against the caller's limits", async () => {
  const { key } = await app.quarry.apiKeys.create({
    ...{ name: "limited", rateLimit: { limit: 1, windowSeconds: 3600 } },
  });
  expect((await app.call("PUT", "/api/spaces", { key })).status).toBe(405);
  expect((await app.call("PUT", "/api/spaces", { key })).status).toBe(429);
});
