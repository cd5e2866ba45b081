import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectMatch, expectStatus } from "../contract/expecting.ts";
import { string } from "../contract/reading.ts";
import { runSql } from "../server/rows.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import { startServer } from "../support/running-server.ts";
import {
  activeOrganization,
  fieldOf,
  openBrowser,
  PASSWORD,
  signUp,
  startPeopleApp,
} from "./browser-session.ts";

const membersOf = (app: InProcessApp) =>
  runSql(
    app.deps,
    `select email, role from members join users on users.id = user_id where organization_id = '${app.orgId}' order by email`,
  );

describe("the set-up link", () => {
  let app: InProcessApp;
  let path: string;

  beforeAll(async () => {
    app = await startPeopleApp({ env: { QUARRY_SIGN_UP: "invited" } });
    path = string(await app.deps.services.accounts.ensureOwner());
  }, 120_000);
  afterAll(() => app.stop());

  const person = (token: string) => ({
    token,
    email: "First@Example.com",
    name: "<b>First</b>",
    password: PASSWORD,
  });

  test("is refused with a wrong token", async () => {
    for (const token of ["", "wrong", `${path.split("=")[1]}x`]) {
      expectStatus(await openBrowser(app).get(`/app/set-up?token=${token}`), 403);
      expectStatus(await openBrowser(app).submit("/app/set-up", person(token)), 403);
    }
    expect(await membersOf(app)).toEqual([]);
  });

  test("refuses an owner with invalid fields", async () => {
    const token = string(path.split("=")[1]);
    const good = person(token);
    for (const wrong of [
      { email: "" },
      { email: "first" },
      { email: "first@host" },
      { password: "" },
      { password: "short" },
      { password: "x".repeat(129) },
      { name: " " },
      { name: "x".repeat(101) },
      { name: "a\u0000b" },
    ]) {
      const reply = await openBrowser(app).submit("/app/set-up", { ...good, ...wrong });
      expect([wrong, reply.status]).toEqual([wrong, 400]);
      expect(reply.text).not.toContain("<b>First");
    }
    expectStatus(await openBrowser(app).submit("/app/set-up", good, { origin: "https://evil.example" }), 403);
    expect(await membersOf(app)).toEqual([]);
  });

  test("creates exactly one owner under concurrent requests, then stops working", async () => {
    const token = fieldOf(await openBrowser(app).get(path), "token");
    const browsers = ["First@Example.com", "second@example.com", "third@example.com"].map((email) => ({
      browser: openBrowser(app),
      fields: { ...person(token), email },
    }));
    const replies = await Promise.all(
      browsers.map(({ browser, fields }) => browser.submit("/app/set-up", fields)),
    );
    expect(replies.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
    expect(await membersOf(app)).toHaveLength(1);
    const owner = browsers[replies.findIndex(({ status }) => status === 303)];
    if (!owner) throw new Error("no owner was created");
    expect(await activeOrganization(owner.browser)).toBe(app.orgId);
    expectStatus(await owner.browser.get("/api/audit"), 200);
    expectMatch(await runSql(app.deps, "select count(*)::int as people from users"), [{ people: 1 }]);

    expectStatus(await openBrowser(app).get(path), 403);
    expectStatus(await openBrowser(app).submit("/app/set-up", person(token)), 403);
    expect(await app.deps.services.accounts.ensureOwner()).toBeUndefined();
  });
});

describe("the owner in the settings", () => {
  test("is created at the first start, and unchanged by later ones", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "quarry-owner-"));
    const start = (email: string, password: string) =>
      startPeopleApp({ dataDir, env: { QUARRY_OWNER_EMAIL: email, QUARRY_OWNER_PASSWORD: password } });
    const first = await start("Boss@Example.com", PASSWORD);
    expect(await first.deps.services.accounts.ensureOwner()).toBeUndefined();
    expectMatch(await membersOf(first), [{ email: "boss@example.com", role: "owner" }]);
    const { json } = await first.call("GET", "/api/audit");
    expectMatch(json.data, [
      { action: "member.added", actor: { kind: "operator" }, details: { email: "boss@example.com" } },
    ]);
    const verified = await signUp(first, "known@example.com");
    await runSql(first.deps, "update users set email_verified = true where email = 'known@example.com'");
    await runSql(first.deps, `update members set role = 'member' where organization_id = '${first.orgId}'`);
    await first.stop();

    // Without an owner, an existing verified account becomes the owner and keeps its password.
    const second = await start("known@example.com", "a password that is not theirs");
    expect(await second.deps.services.accounts.ensureOwner()).toBeUndefined();
    expect(await second.deps.services.accounts.ensureOwner()).toBeUndefined();
    expectMatch(await membersOf(second), [
      { email: "boss@example.com", role: "member" },
      { email: "known@example.com", role: "owner" },
    ]);
    const again = openBrowser(second, { cookies: verified.cookies });
    expectStatus(await again.get("/api/audit", { headers: { "quarry-organization": second.orgId } }), 200);
    await runSql(second.deps, `update members set role = 'member' where organization_id = '${second.orgId}'`);
    expect(await second.deps.services.accounts.ensureOwner()).toBeUndefined();
    expect((await membersOf(second)).map(({ role }) => role)).toEqual(["member", "owner"]);
    expect([...first.logLines, ...second.logLines].join("\n")).not.toMatch(/correct horse|not theirs/);
    await second.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, 120_000);

  test("takes over an account that registered the address without verifying it", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "quarry-owner-"));
    const first = await startPeopleApp({ dataDir });
    const squatter = await signUp(first, "boss@example.com");
    await first.stop();
    const env = { QUARRY_OWNER_EMAIL: "boss@example.com", QUARRY_OWNER_PASSWORD: "password of the settings" };
    const second = await startPeopleApp({ dataDir, env });
    await second.deps.services.accounts.ensureOwner();
    expectMatch(await membersOf(second), [{ email: "boss@example.com", role: "owner" }]);
    const again = openBrowser(second, { cookies: squatter.cookies });
    expectStatus(await again.get("/api/audit", { headers: { "quarry-organization": second.orgId } }), 401);
    const signIn = (password: string) =>
      openBrowser(second).post("/api/auth/sign-in/email", { email: "boss@example.com", password });
    expect([(await signIn(PASSWORD)).status, (await signIn("password of the settings")).status]).toEqual([
      401, 200,
    ]);
    await second.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, 120_000);
});

test("a server prints the set-up link until it is used", async () => {
  const server = await startServer();
  try {
    const links = () =>
      [...server.output().matchAll(/set up {6}(http\S+)/g)].map((match) => string(match[1]));
    await server.restart();
    const [first, second] = links().map((link) => new URL(link).search);
    expect(first).toMatch(/^\?token=/);
    expect(second).toBe(first);
    const link = new URL(string(links()[1]));
    expect(link.origin).toBe(server.baseUrl);
    const body = new URLSearchParams({
      ...{
        token: string(link.searchParams.get("token")),
        email: "a@example.com",
        name: "A",
        password: PASSWORD,
      },
    });
    const post = { method: "POST", body, headers: { origin: link.origin }, redirect: "manual" } as const;
    const reply = await fetch(new URL("/app/set-up", link), post);
    expect(reply.status).toBe(303);
    const [cookie = ""] = reply.headers.getSetCookie().map((each) => string(each.split(";")[0]));
    expect((await fetch(`${server.baseUrl}/api/audit`, { headers: { cookie } })).status).toBe(200);
    expect(server.output()).not.toContain(PASSWORD);
  } finally {
    await server.stop();
  }
}, 120_000);
