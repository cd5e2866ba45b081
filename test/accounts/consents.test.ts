import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { members } from "../../server/src/platform/database/tables/account-tables.ts";
import { expectStatus } from "../contract/expecting.ts";
import { type Json, objects } from "../contract/reading.ts";
import type { Credentials } from "../matrix/answer.ts";
import { personIn } from "../matrix/callers.ts";
import { runSql } from "../server/rows.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { until } from "../support/until.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

/** Longer than a token is cached. */
const CACHED_MS = 900;

async function consentsOf(session: Credentials): Promise<Json[]> {
  const reply = await app.call("GET", "/api/auth/oauth2/get-consents", { key: null, headers: session });
  expectStatus(reply, 200);
  return objects(JSON.parse(reply.text));
}

async function listTools(assistant: Credentials): Promise<void> {
  const headers = { ...assistant, accept: "application/json, text/event-stream" };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  expectStatus(await app.call("POST", "/mcp", { key: null, headers, body }), 200);
}

test("a person sees what their role lets each assistant do", async () => {
  const { userId, session } = await personIn(app, app.orgId, "admin");
  const permissions = async () => (await consentsOf(session)).map((each) => each.permissions);
  const reading = ["spaces:read", "spaces:write", "documents:read", "documents:write", "queries:read"];
  const [all = []] = (await permissions()) as string[][];
  expect(all.toSorted()).toEqual([...reading, "spaces:delete", "documents:delete"].sort());
  await app.deps.db.update(members).set({ role: "member" }).where(eq(members.userId, userId));
  expect(await permissions()).toEqual([reading]);
  await app.deps.db.delete(members).where(eq(members.userId, userId));
  expect(await permissions()).toEqual([[]]);
});

test("a person sees when their own assistants were last used, written at most once a minute", async () => {
  const { userId, session, assistant } = await personIn(app, app.orgId, "member");
  const other = await personIn(app, app.orgId, "owner");
  const lastUse = async (of: Credentials) => (await consentsOf(of)).map(({ lastUsedAt }) => lastUsedAt);
  expect(await lastUse(session)).toEqual([null]);
  const before = Date.now();
  await listTools(assistant);
  const used = await until("the last use", async () => (await lastUse(session))[0] ?? undefined);
  expect(Date.parse(String(used))).toBeWithin(before, Date.now() + 1);
  expect(await lastUse(other.session)).toEqual([null]);

  await Bun.sleep(CACHED_MS);
  await listTools(assistant);
  await Bun.sleep(100);
  expect(await lastUse(session)).toEqual([used]);
  // Another process may write the last use, too.
  const stored = new Date(Date.now() - 30_000).toISOString();
  await runSql(app.deps, `update oauth_consents set last_used_at = '${stored}' where user_id = '${userId}'`);
  await Bun.sleep(CACHED_MS);
  await listTools(assistant);
  await Bun.sleep(100);
  expect(await lastUse(session)).toEqual([stored]);
}, 20_000);

test("without a session, and with a key, there is no list", async () => {
  for (const key of [null, app.rootKey])
    expectStatus(await app.call("GET", "/api/auth/oauth2/get-consents", { key }), 401);
});
