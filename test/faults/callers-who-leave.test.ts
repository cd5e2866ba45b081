import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import postgres, { type Sql } from "postgres";
import { isInstalled, POSTGRES, type Surroundings, surround } from "../support/configurations.ts";
import { type Caller, createCaller, type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";

/** More than the service has connections. */
const CALLERS = 30;
const SOON_MS = 2000;
/** The wall's limit of a search, and time for a busy machine. */
const LIMIT_MS = 5000 + 5000;

describe.skipIf(!isInstalled(POSTGRES))("a search in PostgreSQL that takes too long", () => {
  let surroundings: Surroundings;
  let server: RunningServer;
  let call: Caller;
  let spaceId: string;
  let sql: Sql;

  beforeAll(async () => {
    surroundings = await surround(POSTGRES);
    server = await startServer({ env: surroundings.env });
    call = createCaller(server);
    sql = postgres(surroundings.env.DATABASE_URL ?? "", { max: 2 });
    spaceId = ((await call("POST", "/spaces", { body: { name: "Slow" } })).json.space as { id: string }).id;
    const body = { spaceId, filename: "heron.md", content: "A heron stands in the reeds." };
    expect((await call("PUT", "/documents", { body })).status).toBe(201);
  }, 120_000);
  afterAll(async () => {
    await sql?.end();
    await server?.stop();
    await surroundings?.stop();
  }, 60_000);

  const ask = (signal?: AbortSignal) =>
    fetch(`${server.baseUrl}/api/query`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.rootKey}`, "content-type": "application/json" },
      body: JSON.stringify({ query: "Who stands there?", spaceIds: spaceId, mode: "vector" }),
      ...(signal ? { signal } : {}),
    });

  /** The service's searches that wait. */
  async function waiting(): Promise<number> {
    const [row] = await sql`
      select count(*)::int as total from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%chunk_vectors%' and pid <> pg_backend_pid()`;
    return row?.total;
  }

  /** Runs a task while no search can read the vectors. */
  const whileBlocked = <Result>(task: () => Promise<Result>): Promise<Result> =>
    sql.begin(async (tx) => {
      await tx`lock table chunk_vectors in access exclusive mode`;
      return task();
    }) as Promise<Result>;

  test("ends in the database when its callers leave, and the store does not count as away", async () => {
    await whileBlocked(async () => {
      const leaving = new AbortController();
      const asked = Array.from({ length: CALLERS }, () => ask(leaving.signal).catch(() => "left"));
      await until("searches to wait", async () => (await waiting()) > 5 || undefined);
      leaving.abort();
      expect(await Promise.all(asked)).toEqual(Array(CALLERS).fill("left"));
      await until("no search to wait", async () => (await waiting()) === 0 || undefined, SOON_MS);
      expect((await call("GET", "/spaces")).status).toBe(200);
    });
    expect((await ask()).status).toBe(200);
    expect(server.output()).not.toContain("away");
  }, 60_000);

  test("ends in the database when its time is over", async () => {
    await whileBlocked(async () => {
      const answer = ask();
      await until("a search to wait", async () => (await waiting()) > 0 || undefined);
      expect((await answer).status).toBe(503);
      await until("no search to wait", async () => (await waiting()) === 0 || undefined, SOON_MS);
    });
    await until("the store to be back", async () => (await ask()).ok || undefined, LIMIT_MS);
    expect(server.output()).toContain("away");
  }, 60_000);
});
