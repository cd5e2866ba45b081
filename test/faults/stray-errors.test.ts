import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { expectStatus } from "../contract/expecting.ts";
import { object, objects, string } from "../contract/reading.ts";
import { createCaller, type RunningServer, startServer } from "../support/running-server.ts";

// Errors of timers, callbacks and promises that no call waits for, here in a vector store.

const STORE = join(import.meta.dir, "../support/stray-store.ts");

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { QUARRY_VECTOR_STORE: STORE } });
}, 90_000);
afterAll(() => server?.stop());

test("are logged, and the same process goes on", async () => {
  const call = createCaller(server);
  const { pid } = server;
  const created = await call("POST", "/api/spaces", { body: { name: "Stray" } });
  const spaceId = string(object(created.json.space).id);
  const content = "A heron stands in the reeds.";
  expectStatus(await call("PUT", "/api/documents", { body: { spaceId, filename: "a.md", content } }), 201);
  for (let at = 0; at < 20; at += 1) {
    const body = { query: `heron ${at}`, spaceIds: spaceId, mode: "vector" };
    const answer = await call("POST", "/api/query", { body });
    expectStatus(answer, 200);
    expect(objects(answer.json.results)).toHaveLength(1);
  }
  expect(server.pid).toBe(pid);
  expectStatus(await call("GET", "/api/health"), 200);
  const logged = server.output().match(/uncaught error.*/g) ?? [];
  expect(logged[0]).toContain("a stray callback");
  // One line for all of a while: they may come thousands of times a second.
  expect(logged.length).toBeLessThan(5);
});
