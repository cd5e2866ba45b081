import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { expectError, expectStatus } from "../../contract/expecting.ts";
import { postgresProcesses } from "../../support/postgres-processes.ts";
import {
  type Caller,
  createCaller,
  type Reply,
  type RunningServer,
  startServer,
} from "../../support/running-server.ts";
import { until } from "../../support/until.ts";
import { type MoodyApp, startMoodyApp } from "../indexes/moody-app.ts";

// `/health` and `/ready` answer within 100 ms although a part of the service does not answer.

const LIMIT_MS = 100;
/** Longer than a part may be silent. */
const SILENT_MS = 3500;

type Ask = (path: string) => Promise<Reply>;

/** Asks both routes several times; a busy machine may delay one answer, not most of them. */
async function expectInTime(ask: Ask): Promise<void> {
  for (const path of ["/health", "/ready"]) {
    const durations: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const startedAt = performance.now();
      await ask(path);
      durations.push(performance.now() - startedAt);
    }
    const median = durations.sort((a, b) => a - b)[4];
    expect(median).toBeLessThan(LIMIT_MS);
  }
}

/** First the last state with its age, then 503 with the name of the silent part. */
async function expectSilence(ask: Ask, part: string): Promise<void> {
  await expectInTime(ask);
  expectStatus(await ask("/health"), 200);
  const { status, json } = await ask("/ready");
  expect([status, json.status]).toEqual([200, "degraded"]);
  expect(String(json.problems)).toMatch(
    new RegExp(`^The ${part} has not answered for \\d\\.\\d s. It last answered \\d\\.\\d s ago.$`),
  );
  await Bun.sleep(SILENT_MS);
  await expectInTime(ask);
  const reply = await ask("/ready");
  // The wall around a vector store gives up after five seconds.
  expect(expectError(reply, 503)).toMatch(
    new RegExp(
      `^The ${part} (has not answered for \\d\\.\\d s|moody is away: ready did not answer within 5 s)\\.$`,
    ),
  );
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  expectStatus(await ask("/health"), 200);
}

const recovered = (ask: Ask) =>
  until(
    "the part to be back",
    async () => ((await ask("/ready")).json.status === "ok" ? true : undefined),
    10_000,
  );

describe("a vector store that does not answer", () => {
  let moody: MoodyApp;
  const ask: Ask = (path) => moody.app.call("GET", path, { key: null });
  beforeAll(async () => {
    moody = await startMoodyApp();
  }, 120_000);
  afterAll(() => moody.stop());

  test("delays neither /health nor /ready, is named, and comes back", async () => {
    await recovered(ask);
    moody.be({ isSilent: true });
    await expectSilence(ask, "vector store");
    moody.be({});
    await recovered(ask);
  }, 60_000);
});

describe.skipIf(process.platform !== "linux")("a frozen database", () => {
  let server: RunningServer;
  let call: Caller;
  const ask: Ask = (path) => call("GET", path);
  const signal = (name: NodeJS.Signals) => {
    for (const pid of postgresProcesses(join(server.dataDir, "postgres", "data"))) process.kill(pid, name);
  };
  beforeAll(async () => {
    server = await startServer();
    call = createCaller(server);
  }, 120_000);
  afterAll(() => server?.stop());

  test("delays neither /health nor /ready, is named, and comes back", async () => {
    await recovered(ask);
    signal("SIGSTOP");
    try {
      await expectSilence(ask, "database");
    } finally {
      signal("SIGCONT");
    }
    await recovered(ask);
  }, 60_000);
});
