import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { createConsoleLog, LOG_LEVELS, type LogSettings } from "../../../server/src/platform/log/log.ts";
import { withRequestId } from "../../../server/src/platform/work-context.ts";
import { expectStatus } from "../../contract/expecting.ts";
import type { Json } from "../../contract/reading.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { type MoodyApp, startMoodyApp } from "../indexes/moody-app.ts";

/** What a log with these settings writes of one entry of each level. */
function written(settings: LogSettings): string[] {
  const lines: string[] = [];
  const spies = (["log", "error"] as const).map((name) =>
    spyOn(console, name).mockImplementation((line: unknown) => void lines.push(String(line))),
  );
  try {
    const log = createConsoleLog(settings);
    log.announce("Quarry is ready");
    log.debug("d", { status: 200 });
    log.info("i");
    log.warn("w");
    log.error("e", new Error("no"));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return lines;
}

describe("the log", () => {
  test("has the entries of its level and above, and always what the operator must see", () => {
    for (const [at, level] of LOG_LEVELS.entries()) {
      const entries = written({ level, format: "json" }).map((line) => JSON.parse(line) as Json);
      expect(entries[0]).toMatchObject({ message: "Quarry is ready", time: expect.stringMatching(/Z$/) });
      expect(entries.slice(1).map((entry) => entry.level)).toEqual(LOG_LEVELS.slice(at));
    }
  });

  test("writes sentences as text unless it is set to JSON", () => {
    const [ready, info, ...others] = written({ level: "info", format: "text" });
    expect([ready, info]).toEqual(["Quarry is ready", "i"]);
    expect(others.map((line) => JSON.parse(line).level)).toEqual(["warn", "error"]);
  });

  test("names the request of an entry that belongs to one", async () => {
    const lines = await withRequestId("req_1", async () => {
      await Bun.sleep(1);
      return written({ level: "debug", format: "text" });
    });
    const entries = lines.slice(1).map((line) => JSON.parse(line) as Json);
    expect(entries.map(({ level, requestId }) => [level, requestId])).toEqual(
      LOG_LEVELS.map((level) => [level, "req_1"]),
    );
  });
});

describe("requests", () => {
  let app: InProcessApp;
  beforeAll(async () => {
    app = await startApp({ env: { QUARRY_LOG_LEVEL: "debug" } });
  }, 120_000);
  afterAll(() => app.stop());

  const entryOf = (requestId: string) =>
    until("the entry", () =>
      app.logLines.map((line): Json => JSON.parse(line)).find((entry) => entry.requestId === requestId),
    );

  test.each([
    ["a8098c1a-f86e-11da-bd1a-00112444be1e", true],
    ["req:1_2.3-4", true],
    ["x".repeat(128), true],
    ["x".repeat(129), false],
    ["two words", false],
    ['"quoted"', false],
  ])("the X-Request-Id %p is kept: %p", async (given, isKept) => {
    const { headers } = await app.call("GET", "/health", { headers: { "X-Request-Id": given } });
    const id = headers.get("x-request-id") ?? "";
    if (isKept) expect(id).toBe(given);
    else expect(id).toStartWith("req_");
  });

  test.each([
    ["GET", "/api/spaces/spc_none", "/api/spaces/:id", 404],
    ["GET", "/nothing/here", "/*", 404],
    ["POST", "/api/query", "/api/query", 400],
    ["GET", "/ready", "/ready", 200],
  ])("%s %s is logged with its route, status and id", async (method, path, route, status) => {
    const reply = await app.call(method, path, method === "POST" ? { body: {} } : {});
    expectStatus(reply, status);
    const entry = await entryOf(reply.headers.get("x-request-id") ?? "");
    expect(entry).toMatchObject({ level: "debug", message: "request", method, route, status });
    expect(Number(entry.durationMs)).toBeGreaterThanOrEqual(0);
  });

  test("an error's body has the given id", async () => {
    const reply = await app.call("GET", "/api/spaces/spc_none", { headers: { "X-Request-Id": "mine-1" } });
    expect(reply.json.requestId).toBe("mine-1");
  });
});

describe("what a request causes elsewhere", () => {
  let moody: MoodyApp;
  beforeAll(async () => {
    moody = await startMoodyApp();
  }, 120_000);
  afterAll(() => moody.stop());

  test("a plug-in that fails during a question is logged with the question's id", async () => {
    moody.be({ calls: "fail" });
    const { headers } = await moody.query({ mode: "hybrid" });
    const line = moody.app.logLines.find((one) => one.includes("vector store moody is away"));
    expect(JSON.parse(line ?? "{}").requestId).toBe(headers.get("x-request-id"));
    moody.be({});
  });
});
