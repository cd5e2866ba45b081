import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { expectMatch, expectStatus } from "../contract/expecting.ts";
import { object, objects, string } from "../contract/reading.ts";
import { runSql } from "../server/rows.ts";
import { isInstalled, POSTGRES_MEMORY, type Surroundings, surround } from "../support/configurations.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import { until } from "../support/until.ts";
import { type Browser, invite, openBrowser, PASSWORD, startPeopleApp } from "./browser-session.ts";
import { registerClient } from "./oauth-client.ts";

describe.skipIf(!isInstalled(POSTGRES_MEMORY))("two processes on one PostgreSQL database", () => {
  let surroundings: Surroundings;
  let one: InProcessApp;
  let other: InProcessApp;
  let owner: Browser;

  beforeAll(async () => {
    surroundings = await surround(POSTGRES_MEMORY);
    const env = { ...surroundings.env, QUARRY_VECTOR_STORE: "pgvector" };
    one = await startPeopleApp({ env });
    other = await startPeopleApp({ env });
  }, 120_000);
  afterAll(async () => {
    await Promise.all([one?.stop(), other?.stop()]);
    await surroundings?.stop();
  });

  /** The same session in the other process, as behind a load balancer. */
  const atOther = (browser: Browser) => openBrowser(other, { cookies: browser.cookies });
  const soon = (what: string, check: () => Promise<boolean>) =>
    until(what, async () => ((await check()) ? true : undefined), 2000);

  /** Opens a browser in which this user is signed in. */
  async function signedInAs(userId: string): Promise<Browser> {
    const [row] = await runSql(one.deps, `select email from users where id = '${userId}'`);
    const browser = openBrowser(other);
    const body = { email: string(row?.email), password: PASSWORD };
    expectStatus(await browser.post("/api/auth/sign-in/email", body), 200);
    return browser;
  }

  test("show the same set-up link, which only one person can use", async () => {
    const [path] = await Promise.all([one, other].map((app) => app.deps.services.accounts.ensureOwner()));
    expect(await other.deps.services.accounts.ensureOwner()).toBe(string(path));
    const token = string(string(path).split("=")[1]);
    const tries = [0, 1, 2, 3, 4, 5].map((number) => {
      const browser = openBrowser(number % 2 ? one : other);
      const fields = { token, email: `p${number}@example.com`, name: "P", password: PASSWORD };
      return { browser, reply: browser.submit("/app/set-up", fields) };
    });
    const statuses = await Promise.all(tries.map(async ({ reply }) => (await reply).status));
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    const rows = await runSql(one.deps, "select role from members");
    expectMatch(rows, [{ role: "owner" }]);
    expectMatch(await runSql(one.deps, "select count(*)::int as people from users"), [{ people: 1 }]);
    owner = openBrowser(one, { cookies: tries[statuses.indexOf(303)]?.browser.cookies ?? new Map() });
    expectStatus(await owner.get("/api/audit"), 200);
    expectStatus(await atOther(owner).get("/api/audit"), 200);
  });

  test("apply changes that the other made within two seconds", async () => {
    const { browser, memberId } = await invite(one, owner, "member@example.com", "admin");
    const there = atOther(browser);
    const client = await registerClient(one);
    const { json } = await client.authorize(browser);
    const token = string(json.access_token);
    expectStatus(await there.get("/api/audit"), 200);
    expect(await other.deps.services.accounts.tokenCaller(token)).toBeDefined();
    const act = (action: string, body: object) => owner.post(`/api/auth/organization/${action}`, body);
    expectStatus(await act("update-member-role", { memberId, role: "member" }), 200);
    await soon("the role", async () => (await there.get("/api/audit")).status === 403);
    expectStatus(await client.revoke(token), 200);
    await soon(
      "the token",
      async () => (await other.deps.services.accounts.tokenCaller(token)) === undefined,
    );
    expectStatus(await browser.post("/api/auth/sign-out"), 200);
    await soon("the sign-out", async () => (await there.get("/api/spaces")).status === 401);
  });

  test("transfer ownership to only one of two members at the same time", async () => {
    const people = await Promise.all(
      ["ann@example.com", "bob@example.com"].map((email) => invite(one, owner, email, "admin")),
    );
    const transfer = (browser: Browser, to: string) =>
      browser.post("/api/auth/organization/transfer-ownership", { to });
    const replies = await Promise.all([
      transfer(owner, "ann@example.com"),
      transfer(atOther(owner), "bob@example.com"),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    const members = objects((await owner.get("/api/auth/organization/list-members")).json.members);
    const owners = members.filter(({ role }) => role === "owner").map(({ user }) => object(user).email);
    expect(owners).toEqual([replies[0]?.status === 200 ? "ann@example.com" : "bob@example.com"]);
    expect(people).toHaveLength(2);
  });

  test("refuse to demote a member who becomes the owner at the same time", async () => {
    const [currentOwner] = await runSql(
      one.deps,
      `select user_id from members where role = 'owner' and organization_id = '${one.orgId}'`,
    );
    const [nextOwner] = await runSql(
      one.deps,
      `select user_id, id from members where role <> 'owner' and organization_id = '${one.orgId}' limit 1`,
    );
    const roleOf = (userId: unknown, role: string) =>
      sql.raw(
        `update members set role = '${role}' where user_id = '${String(userId)}' and organization_id = '${one.orgId}'`,
      );
    const ownerIds = async () => {
      const rows = await runSql(
        one.deps,
        `select user_id from members where role = 'owner' and organization_id = '${one.orgId}'`,
      );
      return rows.map((row) => row.user_id);
    };
    const isWaiting = async () => {
      const [row] = await runSql(
        other.deps,
        "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'",
      );
      return row?.n === 1 ? true : undefined;
    };
    const session = await signedInAs(String(currentOwner?.user_id));
    let demoted: Promise<{ status: number }> | undefined;
    // Does what a transfer does, but commits only after the other call has read the current owner and waits for a lock.
    await one.deps.db.transaction(async (tx) => {
      await tx.execute(roleOf(nextOwner?.user_id, "owner"));
      await tx.execute(roleOf(currentOwner?.user_id, "admin"));
      const body = { memberId: string(nextOwner?.id), role: "member", organizationId: one.orgId };
      demoted = session.post("/api/auth/organization/update-member-role", body);
      await until("the other call to wait", isWaiting);
    });
    expect((await demoted)?.status).toBe(409);
    expect(await ownerIds()).toEqual([nextOwner?.user_id]);
  });

  test("share the count of sign-in attempts", async () => {
    const statuses: number[] = [];
    const browsers = [one, other].map((app) => openBrowser(app, { address: "10.9.9.9" }));
    for (let attempt = 0; attempt < 11; attempt++)
      for (const browser of browsers) {
        const body = { email: "not-an-address", password: "wrong one" };
        statuses.push((await browser.post("/api/auth/sign-in/email", body)).status);
      }
    expect(statuses).toEqual([...Array(20).fill(400), 429, 429]);
  });
});
