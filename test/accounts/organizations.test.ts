import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectError, expectMatch, expectStatus } from "../contract/expecting.ts";
import { object, objects, string } from "../contract/reading.ts";
import { runSql } from "../server/rows.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import {
  type Answer,
  activeOrganization,
  type Browser,
  invite,
  signUp,
  startPeopleApp,
} from "./browser-session.ts";

interface Person {
  readonly browser: Browser;
  readonly userId: string;
  readonly memberId: string;
}

let app: InProcessApp;
let owner: Browser;
let admin: Person;
let member: Person;
let stranger: Browser;
let orgId: string;
let foreignId: string;

beforeAll(async () => {
  app = await startPeopleApp();
  owner = await signUp(app, "owner@example.com", "Olga");
  stranger = await signUp(app, "stranger@example.com");
  admin = await invite(app, owner, "admin@example.com", "admin");
  member = await invite(app, owner, "member@example.com", "member");
  orgId = await activeOrganization(owner);
  foreignId = await activeOrganization(stranger);
}, 120_000);
afterAll(() => app.stop());

const organization = (browser: Browser, action: string, body: object) =>
  browser.post(`/api/auth/organization/${action}`, body);
const ownerId = async () =>
  string(
    object(
      objects((await owner.get("/api/auth/organization/list-members")).json.members).find(
        (each) => each.role === "owner",
      ),
    ).id,
  );
const rolesOf = async (browser: Browser) =>
  objects((await browser.get("/api/auth/organization/list-members")).json.members).map(({ role }) =>
    string(role),
  );

const rolesByMember = async (browser: Browser) =>
  Object.fromEntries(
    objects((await browser.get("/api/auth/organization/list-members")).json.members).map(({ id, role }) => [
      string(id),
      string(role),
    ]),
  );

const newest = ({ json }: Answer) => object(objects(json.data)[0]);

describe("a role", () => {
  test("permits exactly the actions in the specification's table", async () => {
    const actions: Record<string, (browser: Browser, spaceId: string) => Promise<{ status: number }>> = {
      "create a space": (browser) => browser.post("/api/spaces", { name: "Made by a role" }),
      "update a space": (browser, id) => browser.call("PATCH", `/api/spaces/${id}`, { name: "Renamed" }),
      "write a document": (browser, spaceId) =>
        browser.call("PUT", "/api/documents", { spaceId, filename: "a.md", content: "Pelicans." }),
      query: (browser, id) => browser.post("/api/query", { query: "pelicans", spaceIds: [id] }),
      "list keys": (browser) => browser.get("/api/api-keys"),
      "create a key": (browser) => browser.post("/api/api-keys", { name: "k", level: "read" }),
      "read the audit log": (browser) => browser.get("/api/audit"),
      "see invitations": (browser) => browser.get("/api/auth/organization/list-invitations"),
      "change the name": (browser) => organization(browser, "update", { data: { name: "New name" } }),
      invite: (browser) => organization(browser, "invite-member", { email: "x@example.com", role: "member" }),
      "archive a space": (browser, id) => browser.call("PATCH", `/api/spaces/${id}`, { isArchived: true }),
      "delete a space": (browser, id) => browser.call("DELETE", `/api/spaces/${id}`),
    };
    const { json } = await owner.post("/api/spaces", { name: "Shared" });
    const spaceId = string(object(json.space).id);
    const permittedActions = async (browser: Browser) => {
      const permitted: string[] = [];
      for (const [name, act] of Object.entries(actions)) {
        const { status } = await act(browser, spaceId);
        if (status < 300) permitted.push(name);
        else expect([name, status]).toEqual([name, 403]);
      }
      return permitted;
    };
    const all = Object.keys(actions);
    expect(await permittedActions(member.browser)).toEqual(all.slice(0, 4));
    expect(await permittedActions(admin.browser)).toEqual(all);
    const again = await owner.call("PATCH", `/api/spaces/${spaceId}`, { isArchived: false });
    expectStatus(again, 200);
    expect(await permittedActions(owner)).toEqual(all);
  });

  test("that is changed or removed takes effect immediately", async () => {
    const promoted = await invite(app, owner, "promoted@example.com", "member");
    expectError(await promoted.browser.get("/api/audit"), 403);
    const role = (name: string) =>
      organization(owner, "update-member-role", { memberId: promoted.memberId, role: name });
    expectStatus(await role("admin"), 200);
    expectStatus(await promoted.browser.get("/api/audit"), 200);
    expectStatus(await role("member"), 200);
    expectError(await promoted.browser.get("/api/audit"), 403);
    const removal = await organization(admin.browser, "remove-member", {
      memberIdOrEmail: "promoted@example.com",
    });
    expectStatus(removal, 200);
    expectError(await promoted.browser.get("/api/spaces"), 403);
    expectError(
      await promoted.browser.get("/api/spaces", { headers: { "quarry-organization": orgId } }),
      404,
    );
    const left = await invite(app, owner, "left@example.com", "admin");
    expectStatus(await organization(left.browser, "leave", { organizationId: orgId }), 200);
    expectError(await left.browser.get("/api/spaces"), 403);
  });

  test("of an owner cannot be assigned or removed", async () => {
    const owners = { memberId: await ownerId() };
    for (const browser of [admin.browser, member.browser, owner]) {
      for (const role of ["owner", ["member", "owner"], "member,owner", "admin, owner"]) {
        expect(
          (await organization(browser, "update-member-role", { memberId: admin.memberId, role })).status,
        ).toBe(400);
        const body = { email: "new@example.com", role };
        expect((await organization(browser, "invite-member", body)).status).toBe(400);
      }
      for (const role of ["member", "admin"])
        expect(
          (await organization(browser, "update-member-role", { ...owners, role })).status,
        ).toBeGreaterThanOrEqual(400);
      for (const memberIdOrEmail of [owners.memberId, "owner@example.com", "OWNER@example.com"])
        expect(
          (await organization(browser, "remove-member", { memberIdOrEmail })).status,
        ).toBeGreaterThanOrEqual(400);
    }
    expect((await organization(owner, "leave", { organizationId: orgId })).status).toBe(400);
    expect(
      (await organization(admin.browser, "add-member", { userId: admin.userId, role: "owner" })).status,
    ).toBe(404);
    expect((await rolesOf(owner)).sort()).toEqual(["admin", "member", "owner"]);
    for (const role of ["superadmin", "", null, 7, {}])
      expect(
        (await organization(owner, "update-member-role", { memberId: member.memberId, role })).status,
      ).toBe(400);
  });

  test("of a member does not permit what requires an admin", async () => {
    const { browser, memberId } = member;
    const forbidden = {
      "update-member-role": { memberId, role: "admin" },
      "remove-member": { memberIdOrEmail: "admin@example.com" },
      "invite-member": { email: "friend@example.com", role: "member" },
      update: { data: { name: "Mine" } },
    };
    for (const [action, body] of Object.entries(forbidden))
      expect([action, [401, 403].includes((await organization(browser, action, body)).status)]).toEqual([
        action,
        true,
      ]);
    const all = objects(JSON.parse((await browser.get("/api/auth/organization/list")).text));
    const own = string(object(all.find(({ id }) => id !== orgId)).id);
    for (const path of [
      "list-invitations",
      `list-invitations?organizationSlug=${own}`,
      "list-invitations?organizationSlug=nowhere",
      `list-invitations?organizationId=${orgId}`,
      "list-invitations?organizationId=",
      "get-full-organization",
      "get-full-organization?organizationSlug=",
      `get-full-organization?organizationSlug=&organizationId=${orgId}`,
      `get-full-organization?organizationSlug=${orgId}`,
    ]) {
      const { status, text } = await browser.get(`/api/auth/organization/${path}`);
      expect([path, status >= 400, text.includes("x@example.com")]).toEqual([path, true, false]);
    }
    expect((await browser.get("/api/auth/organization/list-members")).status).toBe(200);
  });
});

test("a key that a person creates may outlive their session", async () => {
  const expiryOf = async (body: object) => {
    const reply = await owner.post("/api/api-keys", { name: "lasting", level: "read", ...body });
    expectStatus(reply, 201);
    return object(reply.json.apiKey).expiresAt;
  };
  const expiresAt = new Date(Date.now() + 90 * 86_400_000).toISOString();
  expect([await expiryOf({}), await expiryOf({ expiresAt })]).toEqual([null, expiresAt]);
});

describe("ownership", () => {
  const transfer = (browser: Browser, to: string) => organization(browser, "transfer-ownership", { to });

  test("can be transferred only by the owner, and only to a member", async () => {
    expectError(await transfer(admin.browser, "admin@example.com"), 403);
    expectError(await transfer(owner, "stranger@example.com"), 404);
    expectError(await transfer(owner, "owner@example.com"), 409);
    expectError(await transfer(owner, ""), 400);
    const byKey = await app.call("POST", "/api/auth/organization/transfer-ownership", { body: { to: "x" } });
    expectError(byKey, 403);
    expect((await rolesOf(owner)).filter((role) => role === "owner")).toHaveLength(1);

    expectStatus(await transfer(owner, "Admin@example.com"), 200);
    expectError(await transfer(owner, "member@example.com"), 403);
    expectStatus(await organization(admin.browser, "update", { data: { name: "Ours" } }), 200);
    expectStatus(await transfer(admin.browser, "owner@example.com"), 200);
  });

  test("goes to exactly one member when two transfers run at the same time", async () => {
    const ownerMemberId = await ownerId();
    const replies = await Promise.all([
      transfer(owner, "admin@example.com"),
      transfer(owner, "member@example.com"),
    ]);
    // The transfers use separate connections, so either may win.
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    const next = replies[0]?.status === 200 ? admin : member;
    expect(await rolesByMember(owner)).toEqual({
      [admin.memberId]: "admin",
      [member.memberId]: "member",
      [ownerMemberId]: "admin",
      [next.memberId]: "owner",
    });
    expectStatus(await transfer(next.browser, "owner@example.com"), 200);
    const roles = { [admin.memberId]: "admin", [member.memberId]: "member" };
    for (const [memberId, role] of Object.entries(roles))
      expectStatus(await organization(owner, "update-member-role", { memberId, role }), 200);
  });
});

describe("an organization", () => {
  test("becomes the active one when created; a header can name another one", async () => {
    const made = await organization(owner, "create", {
      name: "Second",
      slug: "second-one",
      tier: "enterprise",
    });
    expectStatus(made, 200);
    const second = string(made.json.id);
    expect(second).toMatch(/^org_/);
    expect(await activeOrganization(owner)).toBe(second);
    expectMatch(newest(await owner.get("/api/audit")), { orgId: second, action: "organization.created" });
    for (const named of [orgId, second, "second-one"]) {
      const reply = await owner.get("/api/audit", { headers: { "quarry-organization": named } });
      expectMatch(newest(reply), { orgId: named === orgId ? orgId : second });
    }
    expectStatus(await organization(owner, "set-active", { organizationId: orgId }), 200);
    expectMatch(newest(await owner.get("/api/audit")), { orgId, action: "organization.switched" });
    expectStatus(await organization(owner, "set-active", { organizationSlug: "second-one" }), 200);
    expectStatus(await organization(owner, "set-active", { organizationId: orgId }), 200);
  });

  test("of other people gets the same response as a missing one", async () => {
    const headers = (named: string) => ({ headers: { "quarry-organization": named } });
    await organization(stranger, "update", { data: { slug: "strange" } });
    for (const named of [foreignId, "strange", "missing", "org_missing"])
      expect(expectError(await owner.get("/api/spaces", headers(named)), 404)).toBe(
        `There is no organization "${named}".`,
      );
    for (const [name, foreign, missing] of [
      ["organizationId", foreignId, "org_missing"],
      ["organizationSlug", "strange", "missing"],
    ] as const)
      for (const named of [foreign, missing]) {
        const query = `?${name}=${named}`;
        const replies = await Promise.all([
          organization(owner, "set-active", { [name]: named }),
          owner.get(`/api/auth/organization/get-organization${query}`),
          owner.get(`/api/auth/organization/get-full-organization${query}`),
          owner.get(`/api/auth/organization/list-members${query}`),
          ...(name === "organizationId"
            ? [
                organization(owner, "update", { organizationId: named, data: { name: "Mine" } }),
                organization(owner, "invite-member", {
                  organizationId: named,
                  email: "x@example.com",
                  role: "member",
                }),
                organization(owner, "remove-member", {
                  organizationId: named,
                  memberIdOrEmail: "stranger@example.com",
                }),
                organization(owner, "leave", { organizationId: named }),
                owner.get(`/api/auth/organization/list-invitations${query}`),
              ]
            : []),
        ]);
        for (const reply of replies)
          expectMatch([reply.status, reply.text], [404, expect.stringContaining(`There is no organization`)]);
      }
    expect(await activeOrganization(owner)).toBe(orgId);
    const foreignMember = object(
      objects((await stranger.get("/api/auth/organization/list-members")).json.members)[0],
    );
    const memberId = string(foreignMember.id);
    expect(
      (await organization(owner, "update-member-role", { memberId, role: "member" })).status,
    ).toBeGreaterThanOrEqual(400);
    expect(
      (await organization(owner, "remove-member", { memberIdOrEmail: memberId })).status,
    ).toBeGreaterThanOrEqual(400);
  });

  test("does not take its tier, id or creation time from the request", async () => {
    const fields = { tier: "pro", id: "org_mine", createdAt: "2001-01-01T00:00:00Z", jobTakenAt: null };
    const made = await organization(owner, "create", {
      name: "Free",
      slug: "free",
      ...fields,
      keepCurrentActiveOrganization: true,
    });
    await organization(owner, "update", { data: { name: "Free still", ...fields } });
    await organization(owner, "update", { organizationId: orgId, data: fields, ...fields });
    const rows = await runSql(app.deps, "select id, tier, created_at from organizations");
    expect(rows.map(({ tier }) => tier)).not.toContain("pro");
    expect(rows.map(({ id }) => id)).not.toContain("org_mine");
    for (const { created_at } of rows) expect(String(created_at)).not.toContain("2001");
    expect([200, 400]).toContain(made.status);
  });

  test("cannot have another organization's id as its slug, or an invalid slug or name", async () => {
    for (const slug of [foreignId, "org_x", "", "-a", "a--b", "A", "a b", "x".repeat(61), "a\n"]) {
      expectStatus(await organization(owner, "create", { name: "Trap", slug }), 400);
      expectStatus(await organization(owner, "update", { data: { slug } }), 400);
    }
    for (const name of ["", "  ", "x".repeat(101), "a\nb"])
      expectStatus(await organization(owner, "update", { data: { name } }), 400);
  });
});

test("other better-auth routes are disabled", async () => {
  const routes: [string, string, object?][] = [
    ["POST", "sign-in/social", { provider: "google" }],
    ["POST", "link-social", { provider: "google" }],
    ["POST", "unlink-account", { providerId: "credential" }],
    ["POST", "get-access-token", { providerId: "credential" }],
    ["POST", "refresh-token", { providerId: "credential" }],
    ["GET", "account-info"],
    ["POST", "verify-password", { password: "x" }],
    ["POST", "update-session", { activeOrganizationId: foreignId }],
    ["POST", "change-email", { newEmail: "other@example.com" }],
    ["POST", "delete-user", {}],
    ["GET", "delete-user/callback?token=x"],
    ["POST", "organization/delete", { organizationId: orgId }],
    ["POST", "organization/add-member", { userId: member.userId, role: "owner" }],
    ["POST", "set-password", { newPassword: "another password" }],
    ["POST", "oauth2/create-client", { redirect_uris: ["https://a.example/cb"] }],
    ["GET", "oauth2/get-clients"],
    ["GET", "oauth2/get-client?client_id=x"],
    ["POST", "oauth2/update-client", { client_id: "x" }],
    ["POST", "oauth2/delete-client", { client_id: "x" }],
    ["POST", "oauth2/client/rotate-secret", { client_id: "x" }],
    ["POST", "oauth2/update-consent", { id: "x", update: { scopes: [] } }],
    ["POST", "oauth2/introspect", { token: "x" }],
    ["GET", "oauth2/userinfo"],
    ["GET", "oauth2/end-session"],
    ["POST", "admin/oauth2/create-client", {}],
    ["PATCH", "admin/oauth2/update-client", {}],
    ["POST", "admin/oauth2/resources", {}],
    ["GET", "admin/oauth2/resources"],
    ["GET", ".well-known/openid-configuration"],
    ["POST", "admin/set-role", { userId: member.userId, role: "admin" }],
  ];
  for (const [method, path, body] of routes)
    expect([path, (await owner.call(method, `/api/auth/${path}`, body)).status]).toEqual([path, 404]);
});
