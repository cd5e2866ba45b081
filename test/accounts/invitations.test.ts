import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectError, expectMatch, expectStatus } from "../contract/expecting.ts";
import { object, objects, string } from "../contract/reading.ts";
import { runSql } from "../server/rows.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import { until } from "../support/until.ts";
import {
  activeOrganization,
  type Browser,
  fieldOf,
  openBrowser,
  PASSWORD,
  signUp,
  startPeopleApp,
} from "./browser-session.ts";

/** The calls meet in the database in some rounds only. */
const ROUNDS_OF_CALLS = 8;

let app: InProcessApp;
let owner: Browser;
let orgId: string;

beforeAll(async () => {
  const settings = { QUARRY_OWNER_EMAIL: "owner@example.com", QUARRY_OWNER_PASSWORD: PASSWORD };
  app = await startPeopleApp({
    env: { ...settings, QUARRY_SIGN_UP: "invited", QUARRY_DEFAULT_TIER: "developer" },
  });
  await app.deps.services.accounts.ensureOwner();
  owner = openBrowser(app);
  expectStatus(
    await owner.post("/api/auth/sign-in/email", { email: "owner@example.com", password: PASSWORD }),
    200,
  );
  orgId = app.orgId;
}, 120_000);
afterAll(() => app.stop());

async function inviteByMail(email: string, role = "member"): Promise<{ id: string; path: string }> {
  const invitation = await owner.post("/api/auth/organization/invite-member", { email, role });
  expectStatus(invitation, 200);
  const id = string(invitation.json.id);
  const mail = await until("the mail", () => app.logLines.find((line) => line.includes(id)));
  expect(mail).toContain(`Mail to ${email.toLowerCase()} `);
  return { id, path: string(/http:\/\/localhost(\/app\/invitation\S+)/.exec(mail)?.[1]) };
}

const accept = (browser: Browser, invitationId: string) =>
  browser.post("/api/auth/organization/accept-invitation", { invitationId });

test("only invited people can sign up, and the invitation's page leads them to join", async () => {
  const body = { email: "Guest@Example.com", name: "Guest", password: PASSWORD };
  const refused = await openBrowser(app).post("/api/auth/sign-up/email", body);
  expectStatus(refused, 403);
  expectMatch(refused.json, { code: "SIGN_UP_BY_INVITATION" });
  expect((await openBrowser(app).submit("/app/sign-up", body)).text).toContain(
    "Signing up requires an invitation",
  );

  const { path } = await inviteByMail("guest@example.com");
  const guest = openBrowser(app);
  const signInPage = await guest.get(path);
  const next = fieldOf(signInPage, "next");
  expect(next).toBe(path);
  const signUpLink = string(/href="(\/app\/sign-up\?[^"]+)"/.exec(signInPage.text)?.[1]);
  expect(fieldOf(await guest.get(signUpLink), "next")).toBe(path);
  const signedUp = await guest.submit("/app/sign-up", { ...body, next });
  expect([signedUp.status, signedUp.location]).toEqual([303, path]);
  const own = await activeOrganization(guest);
  expect(own).not.toBe(orgId);
  expectMatch(await runSql(app.deps, `select tier from organizations where id = '${own}'`), [
    { tier: "developer" },
  ]);
  const page = await guest.get(path);
  expect(page.text).toContain("Join");
  expect(page.text).toContain("guest@example.com");
  const joined = await guest.submit("/app/invitation", { id: fieldOf(page, "id") });
  expect([joined.status, joined.location]).toEqual([303, "/app"]);
  expect(await activeOrganization(guest)).toBe(orgId);
  expectStatus(await guest.get("/api/spaces"), 200);
  expectError(await guest.get("/api/audit"), 403);
  expect((await guest.get(path)).status).toBe(404);
});

describe("an invitation", () => {
  let ann: Browser;
  let bob: Browser;
  beforeAll(async () => {
    for (const name of ["ann", "bob"]) await inviteByMail(`${name}@example.com`);
    [ann, bob] = await Promise.all([signUp(app, "ann@example.com"), signUp(app, "bob@example.com")]);
  });

  test("works for one address, once", async () => {
    const { id } = await inviteByMail("Ann@Example.com", "admin");
    expectStatus(await accept(openBrowser(app), id), 401);
    for (const path of [`get-invitation?id=${id}`, "list-user-invitations"])
      expect((await bob.get(`/api/auth/organization/${path}`)).status).toBe(403);
    expectStatus(await accept(bob, id), 403);
    expect((await bob.submit("/app/invitation", { id })).text).toContain("for another address");
    expectStatus(await bob.post("/api/auth/organization/reject-invitation", { invitationId: id }), 403);
    expectStatus(await bob.post("/api/auth/organization/cancel-invitation", { invitationId: id }), 400);
    const replies = await Promise.all([accept(ann, id), accept(ann, id)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expectStatus(await ann.get("/api/audit"), 200);
    const again = await owner.post("/api/auth/organization/invite-member", {
      email: "ann@example.com",
      role: "member",
    });
    expectStatus(again, 400);
  });

  test("is accepted by one of several calls at the same moment, and the others are refused", async () => {
    await inviteByMail("eve@example.com");
    const eve = await signUp(app, "eve@example.com");
    for (let round = 0; round < ROUNDS_OF_CALLS; round += 1) {
      const { id } = await inviteByMail("eve@example.com");
      const replies = await Promise.all(Array.from({ length: 4 }, () => accept(eve, id)));
      const refused = replies.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(3);
      for (const { status } of refused) expect([400, 409]).toContain(status);
      expectStatus(
        await owner.post("/api/auth/organization/remove-member", { memberIdOrEmail: "eve@example.com" }),
        200,
      );
    }
  });

  test("ends after seven days, or when it is canceled, rejected or replaced", async () => {
    const late = await inviteByMail("bob@example.com");
    const [row] = await runSql(
      app.deps,
      `select extract(epoch from expires_at - created_at)::int as seconds from invitations where id = '${late.id}'`,
    );
    expect(row?.seconds).toBe(7 * 86_400);
    await runSql(
      app.deps,
      `update invitations set expires_at = now() - interval '1 second' where id = '${late.id}'`,
    );
    expectStatus(await accept(bob, late.id), 400);
    expectStatus(await bob.get(late.path), 404);

    const canceled = await inviteByMail("bob@example.com");
    expectStatus(
      await owner.post("/api/auth/organization/cancel-invitation", { invitationId: canceled.id }),
      200,
    );
    expectStatus(await accept(bob, canceled.id), 400);

    const rejected = await inviteByMail("bob@example.com");
    expectStatus(
      await bob.post("/api/auth/organization/reject-invitation", { invitationId: rejected.id }),
      200,
    );
    expectStatus(await accept(bob, rejected.id), 400);

    const first = await inviteByMail("bob@example.com", "admin");
    const second = await inviteByMail("bob@example.com", "member");
    expectStatus(await accept(bob, first.id), 400);
    expectStatus(await accept(bob, second.id), 200);
    expectError(await bob.get("/api/audit"), 403);
  });

  test("is refused for an invalid e-mail address", async () => {
    for (const email of ["", "no-address", "a@b@c", "a\u0000@example.com"])
      expectStatus(await owner.post("/api/auth/organization/invite-member", { email, role: "member" }), 400);
  });
});

test("invitation mails are rate-limited", async () => {
  const spammer = openBrowser(app, { cookies: owner.cookies });
  const send = (n: number) =>
    spammer.post("/api/auth/organization/invite-member", {
      email: `spam${n % 2}@example.com`,
      role: "member",
    });
  const statuses = new Set<number>();
  for (let n = 0; n < 31; n++) statuses.add((await send(n)).status);
  expect([...statuses]).toEqual([200, 429]);
});

describe("the audit log", () => {
  const read = async (browser: Browser, query = "") =>
    objects((await browser.get(`/api/audit${query}`)).json.data);

  test("lists who did what, newest first, in pages", async () => {
    const email = "logged@example.com";
    const { id } = await inviteByMail(email, "member");
    const logged = await signUp(app, email);
    expectStatus(await accept(logged, id), 200);
    const members = objects((await owner.get("/api/auth/organization/list-members")).json.members);
    const member = object(members.find((each) => object(each.user).email === email));
    const { id: memberId, userId } = member;
    const act = (action: string, body: object) => owner.post(`/api/auth/organization/${action}`, body);
    await act("update-member-role", { memberId, role: "admin" });
    await act("transfer-ownership", { to: email });
    await logged.post("/api/auth/organization/transfer-ownership", { to: "owner@example.com" });
    await act("update", { data: { name: "Renamed" } });
    const { json: made } = await owner.post("/api/api-keys", { name: "audited", level: "read" });
    const key = object(made.apiKey);
    await owner.call("DELETE", `/api/api-keys/${string(key.id)}`);
    const { json: created } = await owner.post("/api/spaces", { name: "Audited" });
    const spaceId = string(object(created.space).id);
    await owner.call("DELETE", `/api/spaces/${spaceId}`);
    await act("remove-member", { memberIdOrEmail: email });

    const person = (name: string) => ({ kind: "person", name });
    const [by, other] = [person("owner@example.com"), person(email)];
    const expected = [
      { action: "member.removed", actor: by, targetId: userId, details: { role: "admin" } },
      { action: "space.archived", actor: by, targetId: spaceId },
      { action: "space.created", actor: by, targetId: spaceId },
      { action: "apikey.revoked", actor: by, targetId: key.id },
      { action: "apikey.created", actor: by, targetId: key.id },
      { action: "organization.updated", actor: by, targetId: orgId, details: { name: "Renamed" } },
      { action: "ownership.transferred", actor: other, details: { from: email, to: "owner@example.com" } },
      { action: "ownership.transferred", actor: by, targetId: userId, details: { to: email } },
      { action: "member.role_changed", actor: by, targetId: userId, details: { role: "admin" } },
      { action: "invitation.accepted", actor: other, targetId: id, details: { email, role: "member" } },
      { action: "invitation.created", actor: by, targetId: id, details: { email, role: "member" } },
    ];
    const entries = await read(owner, `?pageSize=${expected.length}`);
    for (const [index, entry] of expected.entries()) expectMatch(entries[index], { ...entry, orgId });
    const pages = [await read(owner, "?pageSize=3&page=1"), await read(owner, "?pageSize=3&page=2")];
    expect(pages.flat()).toEqual(entries.slice(0, 6));
    const text = JSON.stringify(await read(owner, "?pageSize=100"));
    for (const secret of [string(made.key), PASSWORD]) expect(text).not.toContain(secret);
  });

  test("is readable by admins, owners and admin keys of the organization only", async () => {
    const keyOf = async (body: object) =>
      string((await app.call("POST", "/api/api-keys", { body })).json.key);
    const [reader, admin] = [
      await keyOf({ name: "r", level: "write" }),
      await keyOf({ name: "a", level: "admin" }),
    ];
    expectError(await app.call("GET", "/api/audit", { key: reader }), 403);
    expectError(await app.call("GET", "/api/audit", { key: null }), 401);
    const seen = objects((await app.call("GET", "/api/audit?pageSize=100", { key: admin })).json.data);
    expect(new Set(seen.map((each) => each.orgId))).toEqual(new Set([orgId]));
    const { id } = await inviteByMail("elsewhere@example.com");
    const elsewhere = await signUp(app, "elsewhere@example.com");
    const theirs = await read(elsewhere);
    expect(theirs.map(({ action }) => action)).toEqual(["organization.created"]);
    expect(JSON.stringify(theirs)).not.toContain(orgId);
    expect(id).not.toBe("");
  });
});
