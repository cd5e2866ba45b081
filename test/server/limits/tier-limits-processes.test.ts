import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createIds } from "@quarry/core/internal";
import type { OpenDatabase } from "../../../server/src/platform/database/database.ts";
import { openServerDatabase } from "../../../server/src/platform/database/server.ts";
import { type Json, object, string } from "../../contract/reading.ts";
import { POSTGRES } from "../../support/configurations.ts";
import { hasPostgres } from "../../support/postgres.ts";
import { addKey, addTenantTo } from "../other-tenant.ts";
import { type Process, type Processes, prepareProcesses } from "../processes/processes.ts";
import { addDocuments } from "../rows.ts";

const CALLERS = 64;
const CALLS_EACH = 4;
/** Time until all processes apply a change that one of them made. */
const PROPAGATION_MS = 1000;

describe.skipIf(!hasPostgres())("three processes on one PostgreSQL", () => {
  let processes: Processes;
  let database: OpenDatabase;
  let running: readonly Process[];
  const newId = createIds(randomBytes, Date.now);

  beforeAll(async () => {
    processes = await prepareProcesses(POSTGRES);
    running = [await processes.start(), await processes.start(), await processes.start()];
    database = await openServerDatabase(processes.surroundings.env.DATABASE_URL ?? "");
  }, 120_000);
  afterAll(async () => {
    await database?.close();
    await processes?.end();
  }, 120_000);

  /** Makes concurrent calls across the processes and returns how many are served. Checks that the others get Retry-After. */
  async function countServed(key: string): Promise<number> {
    const statuses = await Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        const own: number[] = [];
        for (let call = 0; call < CALLS_EACH; call += 1) {
          const { server } = running[(caller + call) % running.length] as Process;
          const headers = { "Svc-Api-Key": key };
          const reply = await fetch(`${server.baseUrl}/api/spaces`, { headers });
          await reply.text();
          own.push(reply.status);
          if (reply.status !== 200) {
            expect(reply.status).toBe(429);
            expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
            expect(reply.headers.get("x-ratelimit-remaining")).toBe("0");
          }
        }
        return own;
      }),
    );
    return statuses.flat().filter((status) => status === 200).length;
  }

  test("together enforce the rate limit of the tier exactly", async () => {
    const { key } = await addTenantTo({ db: database.db, newId }, "developer");
    expect(await countServed(key)).toBe(60);
    expect(await countServed(key)).toBe(0);
  }, 120_000);

  test("together enforce the rate limit of a key exactly", async () => {
    const { orgId } = await addTenantTo({ db: database.db, newId }, "enterprise");
    const rateLimit = { limit: 17, windowSeconds: 3600 };
    const { key } = await addKey({ db: database.db, newId }, orgId, "limited", { rateLimit });
    expect(await countServed(key)).toBe(17);
  }, 120_000);

  /** Calls the processes in turn. */
  async function callIn(at: number, key: string, method: string, path: string, body: object) {
    const { server } = running[at % running.length] as Process;
    const headers = { "Svc-Api-Key": key, "Content-Type": "application/json" };
    const reply = await fetch(`${server.baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: reply.status, json: (await reply.json()) as Json };
  }

  /** Returns how often each status occurs. */
  const countByStatus = (replies: readonly { readonly status: number }[]) =>
    Object.fromEntries(
      [...Map.groupBy(replies, ({ status }) => status)].map(([key, all]) => [key, all.length]),
    );

  test("together enforce the limit on spaces", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { key } = await addTenantTo({ db: database.db, newId }, "developer");
      const create = (at: number) => callIn(at, key, "POST", "/api/spaces", { name: `Space ${at}` });
      const replies = await Promise.all(Array.from({ length: 25 }, (_, at) => create(at)));
      expect(countByStatus(replies)).toEqual({ "201": 10, "403": 15 });
    }
  }, 120_000);

  test("together enforce the limit on documents", async () => {
    const { orgId, key } = await addTenantTo({ db: database.db, newId }, "developer");
    const { json } = await callIn(0, key, "POST", "/api/spaces", { name: "Full" });
    const spaceId = string(object(json.space).id);
    await addDocuments(database.db, orgId, spaceId, 990);
    const write = (at: number) => {
      const body = { spaceId, filename: `new ${at}.txt`, content: `It is ${at}.` };
      return callIn(at, key, at % 2 === 0 ? "PUT" : "POST", "/api/documents", body);
    };
    const replies = await Promise.all(Array.from({ length: 30 }, (_, at) => write(at)));
    expect(countByStatus(replies)).toEqual({ "201": 10, "403": 20 });
  }, 120_000);

  test("together enforce the limit on keys", async () => {
    const { key } = await addTenantTo({ db: database.db, newId }, "developer");
    const create = (at: number) => callIn(at, key, "POST", "/api/api-keys", { name: `Key ${at}` });
    const replies = await Promise.all(Array.from({ length: 25 }, (_, at) => create(at)));
    expect(countByStatus(replies)).toEqual({ "201": 9, "403": 16 });
  }, 120_000);

  /** Keeps every process's cache warm for a second, then calls each process once and returns those responses. */
  async function callAfterPropagation(key: string) {
    const call = ({ server }: Process) =>
      fetch(`${server.baseUrl}/api/spaces`, { headers: { "Svc-Api-Key": key } });
    for (const end = performance.now() + PROPAGATION_MS; performance.now() < end; await Bun.sleep(100))
      await Promise.all(running.map(call));
    return Promise.all(running.map(call));
  }

  test("refuse a key that one of them revoked or rotated within a second", async () => {
    const { quarry } = running[0] as Process;
    for (const change of ["delete", "rotate"] as const) {
      const { apiKey, key } = await quarry.apiKeys.create({ name: "short-lived", level: "read" });
      expect((await callAfterPropagation(key)).map(({ status }) => status)).toEqual([200, 200, 200]);
      await quarry.apiKeys[change]({ id: apiKey.id });
      expect((await callAfterPropagation(key)).map(({ status }) => status)).toEqual([401, 401, 401]);
    }
  }, 120_000);

  test("apply another tier within a second", async () => {
    const { orgId, key } = await addTenantTo({ db: database.db, newId }, "enterprise");
    const limits = async () =>
      (await callAfterPropagation(key)).map(({ headers }) => headers.get("x-ratelimit-limit"));
    expect(await limits()).toEqual(Array(3).fill("1000000000"));
    const { code } = await (running[1] as Process).server.command("tier", orgId, "pro");
    expect([code, await limits()]).toEqual([0, Array(3).fill("300")]);
  }, 120_000);

  test("refuse calls that cannot be counted while the database is unavailable", async () => {
    const { key } = await addTenantTo({ db: database.db, newId }, "pro");
    expect(await countServed(key)).toBe(CALLERS * CALLS_EACH);
    await processes.surroundings.postgres?.kill();
    const { server } = running[0] as Process;
    const reply = await fetch(`${server.baseUrl}/api/spaces`, { headers: { "Svc-Api-Key": key } });
    expect([reply.status, reply.headers.has("retry-after")]).toEqual([503, true]);
    await processes.surroundings.postgres?.restart();
  }, 120_000);
});
