import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectError, expectStatus } from "../contract/expecting.ts";
import { POSTGRES, type Surroundings, surround } from "../support/configurations.ts";
import { hasPostgres } from "../support/postgres.ts";
import { type Caller, createCaller, type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";

// During a database outage the service returns 503. It recovers without a restart.

describe.skipIf(!hasPostgres())("a database outage", () => {
  let surroundings: Surroundings;
  let server: RunningServer;
  let call: Caller;
  let spaceId = "";

  beforeAll(async () => {
    surroundings = await surround(POSTGRES);
    server = await startServer({ env: { ...surroundings.env } });
    call = createCaller(server);
    const reply = await call("POST", "/api/spaces", { body: { name: "Away" } });
    spaceId = (reply.json.space as { id: string }).id;
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await surroundings?.stop();
  }, 120_000);

  const put = (number: number) =>
    call("PUT", "/api/documents", {
      body: { spaceId, filename: `${number}.md`, content: `The kingfisher's secret is ${number}.` },
    });
  const isAlive = () => call("GET", "/health").then(({ status }) => status === 200 || undefined);

  test("makes every kind of call return 503 with Retry-After", async () => {
    await surroundings.postgres?.kill();
    try {
      const replies = [
        await call("GET", "/ready"),
        await call("GET", "/api/spaces"),
        await put(1),
        await call("POST", "/api/query", { body: { query: "kingfisher", spaceIds: spaceId } }),
        await call("POST", "/api/query/smart", { body: { query: "kingfisher" } }),
        await call("DELETE", `/api/spaces/${spaceId}`),
      ];
      for (const reply of replies) expectError(reply, 503);
      for (const { headers } of replies) expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    } finally {
      await surroundings.postgres?.restart();
    }
    await until("writes to succeed again", async () => ((await put(1)).status < 300 ? true : undefined));
  });

  // The delay differs in each round, so connections break at different points of a transaction.
  for (const victim of ["a backend", "PostgreSQL"] as const)
    test(`recovers after ${victim} is killed during transactions`, async () => {
      const postgres = surroundings.postgres;
      for (let round = 0; round < 4; round += 1) {
        const writes = Array.from({ length: 30 }, (_, number) => put(number).catch(() => undefined));
        await Bun.sleep(round * 25);
        await (victim === "PostgreSQL" ? postgres?.kill() : postgres?.killBackend());
        await Promise.all(writes);
        if (victim === "PostgreSQL") await postgres?.restart();
        await until("the service to be healthy", () => isAlive().catch(() => undefined), 5000);
        await until("writes to succeed", async () =>
          (await put(round).catch(() => undefined))?.status === 200 ? true : undefined,
        );
      }
      expectStatus(await put(0), 200);
    }, 120_000);
});
