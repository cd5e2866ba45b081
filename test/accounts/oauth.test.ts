import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectMatch, expectStatus } from "../contract/expecting.ts";
import { object, objects, string } from "../contract/reading.ts";
import { runSql } from "../server/rows.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import { until } from "../support/until.ts";
import {
  activeOrganization,
  type Browser,
  fieldOf,
  invite,
  ORIGIN,
  openBrowser,
  PASSWORD,
  signUp,
  startPeopleApp,
} from "./browser-session.ts";
import { CALLBACK, consent, type OauthClient, register, registerClient } from "./oauth-client.ts";

let app: InProcessApp;
let owner: Browser;
let client: OauthClient;

beforeAll(async () => {
  app = await startPeopleApp();
  owner = await signUp(app, "owner@example.com");
  client = await registerClient(app);
}, 120_000);
afterAll(() => app.stop());

const callerOf = (token: unknown) => app.deps.services.accounts.tokenCaller(string(token));
const urlOf = (location: string) => new URL(location, ORIGIN);
/** Waits until the token is refused. Processes cache tokens for less than a second. */
const isRefused = (token: unknown) =>
  until("the token's end", async () => ((await callerOf(token)) === undefined ? true : undefined), 2000);

describe("discovery", () => {
  test("lists the endpoints, with and without the path in the well-known URL", async () => {
    const browser = openBrowser(app);
    for (const path of [
      "/.well-known/oauth-authorization-server",
      "/.well-known/oauth-authorization-server/api/auth",
      "/api/auth/.well-known/oauth-authorization-server",
    ]) {
      const { status, json } = await browser.get(path);
      expectMatch(
        [status, json],
        [
          200,
          {
            issuer: `${ORIGIN}/api/auth`,
            authorization_endpoint: `${ORIGIN}/api/auth/oauth2/authorize`,
            token_endpoint: `${ORIGIN}/api/auth/oauth2/token`,
            registration_endpoint: `${ORIGIN}/api/auth/oauth2/register`,
            revocation_endpoint: `${ORIGIN}/api/auth/oauth2/revoke`,
            code_challenge_methods_supported: ["S256"],
          },
        ],
      );
    }
    for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"])
      expectMatch((await browser.get(path)).json, {
        resource: `${ORIGIN}/mcp`,
        authorization_servers: [`${ORIGIN}/api/auth`],
      });
  });
});

describe("a client", () => {
  test("registers a redirect URI that is a loopback address, a private scheme or https, and no other", async () => {
    for (const uris of [
      ["http://127.0.0.1:4312/cb"],
      ["http://localhost:4312/cb"],
      ["http://[::1]:4312/cb"],
      ["com.example.assistant:/cb"],
      ["cursor://anysphere.cursor-mcp/oauth/callback"],
      ["https://claude.ai/api/mcp/auth_callback"],
      ["https://vscode.dev/redirect", "http://127.0.0.1:33418/", "vscode://vscode.git/cb"],
    ]) {
      const { status, json } = await register(app, { redirect_uris: uris });
      expect([status, json.redirect_uris]).toEqual([201, uris]);
    }
    for (const uri of [
      "http://example.com/cb",
      "http://127.0.0.1.example.com/cb",
      "javascript:alert(1)",
      "javascript://x/%0aalert(1)",
      "JavaScript://x/%0aalert(1)",
      "data:text/html,x",
      "data://text/html,x",
      "file:///etc/passwd",
      "ms-word://x",
      "cursor://user@host/cb",
      "cursor://host/cb#x",
      "cursor:",
      "nonsense",
      "",
    ])
      expectMatch([uri, (await register(app, { redirect_uris: [uri] })).status], [uri, 400]);
    for (const metadata of [
      { redirect_uris: [] },
      { redirect_uris: [7] },
      { redirect_uris: "http://127.0.0.1/" },
      { grant_types: ["client_credentials"] },
      { grant_types: ["password"] },
      { scope: "apikeys:write" },
      { application_type: "web", redirect_uris: ["http://127.0.0.1:4312/cb"] },
    ])
      expectMatch([metadata, (await register(app, metadata)).status], [metadata, 400]);
  });

  test("can use a redirect URI with a private scheme", async () => {
    const redirect_uri = "cursor://anysphere.cursor-mcp/oauth/callback";
    const editor = await registerClient(app, { redirect_uris: [redirect_uri] });
    const { json } = await editor.exchange(await editor.codeFrom(owner, { redirect_uri }), { redirect_uri });
    expect(await callerOf(json.access_token)).toBeDefined();
    const other = await owner.get(editor.authorizePath({ redirect_uri: "http://127.0.0.1/0" }));
    expect(urlOf(string(other.location)).pathname).toBe("/app/problem");
  });

  test("cannot make the service call URLs, skip consent, or take over another client", async () => {
    const uris = { jwks_uri: "http://127.0.0.1:1/jwks", backchannel_logout_uri: "http://127.0.0.1:1/out" };
    const replies = [
      await register(app, { ...uris, token_endpoint_auth_method: "private_key_jwt" }),
      await register(app, { backchannel_logout_uri: uris.backchannel_logout_uri }),
      await register(app, { skip_consent: true }),
      await register(app, { client_id: client.clientId, user_id: "usr_x", reference_id: "x" }),
    ];
    for (const reply of replies) expect(reply.text).not.toContain("127.0.0.1:1/");
    const rows = await runSql(
      app.deps,
      "select jwks_uri, backchannel_logout_uri, skip_consent, user_id from oauth_clients",
    );
    for (const row of rows)
      expect(Object.values(row).every((value) => value === null || value === false)).toBe(true);
  });
});

test("a registration requires a displayable name and is limited in size", async () => {
  for (const client_name of ["", "a\nb", "x".repeat(101), "Claude\u202eexe"]) {
    const reply = await register(app, { client_name });
    expectStatus(reply, 400);
    expectMatch(reply.json, { error: "invalid_client_metadata" });
  }
  expectStatus(await register(app, { client_uri: `https://example.com/${"x".repeat(20_000)}` }), 413);
});

describe("a person", () => {
  test("signs in, sees the consent page and grants access without scripts", async () => {
    const browser = openBrowser(app);
    const asked = await browser.get(client.authorizePath());
    const signIn = urlOf(string(asked.location));
    expect([signIn.origin, signIn.pathname]).toEqual([ORIGIN, "/app/sign-in"]);
    const page = await browser.get(signIn.pathname + signIn.search);
    const oauthQuery = fieldOf(page, "oauth_query").replaceAll("&amp;", "&");
    const wrong = await browser.submit("/app/sign-in", {
      email: "owner@example.com",
      password: "wrong one",
      oauth_query: oauthQuery,
    });
    expect([wrong.status, fieldOf(wrong, "oauth_query")]).toEqual([400, oauthQuery]);
    const signedIn = await browser.submit("/app/sign-in", {
      email: "owner@example.com",
      password: PASSWORD,
      oauth_query: oauthQuery,
    });
    expect(signedIn.status).toBe(303);
    const location = string(signedIn.location);
    expect(urlOf(location).pathname).toBe("/app/consent");
    const consentPage = await browser.get(location);
    for (const text of [
      "Assistant requests access",
      "owner@example.com",
      "127.0.0.1:7777",
      "See your spaces",
      "Stay connected",
    ])
      expect(consentPage.text).toContain(text);
    expect(consentPage.text).not.toContain("Delete documents");
    const allowed = await consent(browser, location, "true");
    const back = urlOf(string(allowed.location));
    expect([allowed.status, back.origin + back.pathname, back.searchParams.get("state")]).toEqual([
      303,
      CALLBACK,
      "abc",
    ]);
    expect(back.searchParams.get("iss")).toBe(`${ORIGIN}/api/auth`);
    const tokens = await client.exchange(string(back.searchParams.get("code")));
    expectMatch(tokens.json, {
      token_type: "Bearer",
      expires_in: 3600,
      scope: "spaces:read queries:read offline_access",
    });
    expect(tokens.headers.get("cache-control")).toContain("no-store");
    const caller = await callerOf(tokens.json.access_token);
    expect(caller?.orgId).toBe(await activeOrganization(browser));
    expect([...(caller?.permissions ?? [])].sort()).toEqual(["queries:read", "spaces:read"]);
    expectMatch(objects((await owner.get("/api/audit")).json.data)[0], {
      action: "assistant.allowed",
      targetId: client.clientId,
      details: { scopes: ["spaces:read", "queries:read", "offline_access"] },
    });
    // A second request for the same scopes needs no consent page.
    const again = await browser.get(client.authorizePath());
    expect(string(again.location)).toStartWith(`${CALLBACK}?`);
    expectStatus(
      await browser.get("/api/spaces", {
        headers: { authorization: `Bearer ${string(tokens.json.access_token)}` },
      }),
      401,
    );
  });

  test("denies access, and the client gets the error", async () => {
    const other = await registerClient(app, { client_name: "<script>alert(1)</script>" });
    const { location } = await owner.get(other.authorizePath());
    const page = await owner.get(string(location));
    expect(page.text).toContain("&#60;script&#62;");
    expect(page.text).not.toContain("<script");
    const denied = urlOf(string((await consent(owner, string(location), "false")).location));
    expect(denied.origin + denied.pathname).toBe(CALLBACK);
    expectMatch(Object.fromEntries(denied.searchParams), { error: "access_denied", state: "abc" });
  });

  test("cannot be made to consent by a page of another origin, or to a request that was changed", async () => {
    const other = await registerClient(app);
    const { location } = await owner.get(other.authorizePath());
    const query = urlOf(string(location)).search.slice(1);
    const organizationId = await activeOrganization(owner);
    const fields = { oauth_query: query, organizationId, accept: "true" };
    expectStatus(await owner.submit("/app/consent", fields, { origin: "https://evil.example" }), 403);
    expectStatus(
      await owner.post(
        "/api/auth/oauth2/consent",
        { oauth_query: query, accept: true },
        { origin: "https://evil.example" },
      ),
      403,
    );
    for (const changed of [
      query.replace("spaces%3Aread", "spaces%3Adelete"),
      query.replace("7777", "7778"),
      "",
      "client_id=x",
    ]) {
      const reply = await owner.submit("/app/consent", { ...fields, oauth_query: changed });
      expect([reply.status, reply.location]).toEqual([400, null]);
    }
    expectStatus(await openBrowser(app).submit("/app/consent", fields), 400);
    expectMatch(
      await runSql(
        app.deps,
        `select count(*)::int as n from oauth_consents where client_id = '${other.clientId}'`,
      ),
      [{ n: 0 }],
    );
  });

  test("grants what is ticked, and deletion is not ticked", async () => {
    const browser = await signUp(app, "ticks@example.com");
    const other = await registerClient(app);
    const scope = "spaces:read documents:delete queries:read offline_access";
    const { location } = await browser.get(other.authorizePath({ scope }));
    const page = await browser.get(string(location));
    const boxes = [...page.text.matchAll(/name="scope ([^"]+)" value="on"( checked)?/g)];
    expect(boxes.map(([, name, checked]) => [name, checked !== undefined])).toEqual([
      ["spaces:read", true],
      ["documents:delete", false],
      ["queries:read", true],
      ["offline_access", true],
    ]);
    const [oauth_query, organizationId] = [fieldOf(page, "oauth_query"), fieldOf(page, "organizationId")];
    const answer = (...ticked: string[]) =>
      browser.submit("/app/consent", {
        ...{ oauth_query, organizationId, accept: "true" },
        ...Object.fromEntries(ticked.map((name) => [`scope ${name}`, "on"])),
      });
    const permissionsOf = async (code: string | null) => {
      const { json } = await other.exchange(string(code));
      return { json, permissions: [...((await callerOf(json.access_token))?.permissions ?? [])] };
    };
    for (const ticked of [[], ["offline_access"], ["spaces:write"]]) {
      const refused = await answer(...ticked);
      expect([refused.status, refused.location, refused.text.includes("Nothing is ticked")]).toEqual([
        ...[400, null, true],
      ]);
    }
    const once = urlOf(string((await answer("queries:read", "spaces:write")).location)).searchParams.get(
      "code",
    );
    const { json, permissions } = await permissionsOf(once);
    expect(permissions).toEqual(["queries:read"]);
    expect(json.refresh_token).toBeUndefined();
    const more = await answer("queries:read", "documents:delete", "offline_access");
    const second = await permissionsOf(urlOf(string(more.location)).searchParams.get("code"));
    expect(second.permissions.sort()).toEqual(["documents:delete", "queries:read"]);
    expect(second.json.refresh_token).toBeString();
  });

  test("grants access only to the organization that the page named", async () => {
    const browser = await signUp(app, "two@example.com");
    const other = await registerClient(app);
    const { location } = await browser.get(other.authorizePath());
    const page = await browser.get(string(location));
    const fields = {
      oauth_query: fieldOf(page, "oauth_query"),
      organizationId: fieldOf(page, "organizationId"),
      ...{ accept: "true", "scope queries:read": "on" },
    };
    // Switches the organization in another window.
    const { json } = await browser.post("/api/auth/organization/create", { name: "Two", slug: "two-of-two" });
    await browser.post("/api/auth/organization/set-active", { organizationId: string(json.id) });
    const reply = await browser.submit("/app/consent", fields);
    expect([reply.status, reply.location]).toEqual([400, null]);
    expect(reply.text).toContain("changed the organization");
    const organizationId = fields.organizationId;
    await browser.post("/api/auth/organization/set-active", { organizationId });
    expect(string((await browser.submit("/app/consent", fields)).location)).toStartWith(`${CALLBACK}?code=`);
  });

  test("sees the service's explanation of an error and what to do, never the client's text", async () => {
    const query = "error=invalid_client&error_description=Call+555+to+unlock+your+account";
    const { text } = await owner.get(`/app/problem?${query}`);
    expect(text).toContain("add it again");
    expect(text).not.toContain("555");
    const odd = await owner.get("/app/problem?error=Call+555");
    expect([odd.text.includes("555"), odd.text.includes("Start again")]).toEqual([false, true]);
    expect((await owner.get("/app/problem?error=invalid_request")).text).toContain("(invalid_request)");
    for (const scope of ["__proto__", "constructor", "toString"]) {
      const page = await owner.get(`/app/consent?client_id=${client.clientId}&scope=${scope}`);
      expectStatus(page, 200);
      expect(page.text).not.toContain(`(${scope})`);
    }
    const lost = await signUp(app, "lost@example.com");
    await runSql(
      app.deps,
      "update sessions set active_organization_id = null where user_id in (select id from users where email = 'lost@example.com')",
    );
    const stopped = await lost.get(client.authorizePath());
    expectStatus(stopped, 403);
    expect(stopped.headers.get("content-type")).toContain("text/html");
    expect(stopped.text).toContain("Choose one at /app");
  });

  test("grants no more than their role allows, and nothing after they leave", async () => {
    const member = await invite(app, owner, "member@example.com", "member");
    const scope = "spaces:read spaces:delete documents:delete queries:read";
    const { location } = await member.browser.get(client.authorizePath({ scope }));
    expect((await member.browser.get(string(location))).text).toContain(
      "not granted, because your role is member",
    );
    const { json } = await client.authorize(member.browser, { scope });
    const caller = await callerOf(json.access_token);
    expect([...(caller?.permissions ?? [])].sort()).toEqual(["queries:read", "spaces:read"]);
    expect(caller?.role).toBe("member");
    await owner.post("/api/auth/organization/remove-member", { memberIdOrEmail: "member@example.com" });
    await isRefused(json.access_token);
    const orgId = await activeOrganization(owner);
    const before = objects((await owner.get("/api/audit")).json.data).length;
    expect((await member.browser.get(client.authorizePath({ scope }))).text).toContain(
      "not a member of an organization",
    );
    const page = await member.browser.get(string(location));
    expect([page.status, page.text.includes("Choose one at /app")]).toEqual([403, true]);
    const entries = objects((await owner.get("/api/audit")).json.data);
    expect([entries.length, entries[0]?.action, entries[0]?.orgId]).toEqual([
      before,
      "member.removed",
      orgId,
    ]);
    // Rejoining does not revive the grant; the client needs consent again.
    const { json: invitation } = await owner.post("/api/auth/organization/invite-member", {
      ...{ email: "member@example.com", role: "admin" },
    });
    const accepted = await member.browser.post("/api/auth/organization/accept-invitation", {
      invitationId: string(invitation.id),
    });
    expectStatus(accepted, 200);
    await isRefused(json.access_token);
    expectStatus(await client.refresh(string(json.refresh_token)), 400);
    expect((await member.browser.get(client.authorizePath({ scope }))).location).toStartWith("/app/consent?");
  });
});

describe("an authorization", () => {
  test("requires PKCE with S256", async () => {
    for (const changed of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge_method: "plain" },
      { code_challenge: undefined },
    ]) {
      const reply = await owner.get(client.authorizePath(changed));
      const to = string(reply.location);
      expect(urlOf(to).searchParams.get("code")).toBeNull();
      expect(urlOf(to).searchParams.get("error")).toBe("invalid_request");
    }
  });

  test("never redirects to an unregistered URI", async () => {
    for (const uri of [
      "https://evil.example/cb",
      "http://127.0.0.1:7777/other",
      "http://127.0.0.1.evil.example:7777/callback",
      undefined,
    ]) {
      const reply = await owner.get(client.authorizePath({ redirect_uri: uri }));
      const to = urlOf(reply.location ?? "/");
      expect([to.origin, to.searchParams.get("code")]).toEqual([ORIGIN, null]);
    }
    const unknown = await owner.get(client.authorizePath({ client_id: "unknown" }));
    const problem = urlOf(string(unknown.location));
    expect([problem.origin, problem.pathname]).toEqual([ORIGIN, "/app/problem"]);
    expect((await owner.get(problem.pathname + problem.search)).text).toContain(
      "This request cannot continue",
    );
  });

  test("is valid only for this service", async () => {
    for (const resource of ["https://other.example/mcp", `${ORIGIN}/other`, `${ORIGIN}/mcp/x`]) {
      const to = urlOf(string((await owner.get(client.authorizePath({ resource }))).location));
      expectMatch([resource, to.searchParams.get("error")], [resource, "invalid_target"]);
    }
    const code = await client.codeFrom(owner, { resource: `${ORIGIN}/mcp` });
    expectStatus(await client.exchange(code, { resource: "https://other.example/mcp" }), 400);
    const { json } = await client.authorize(owner, { resource: `${ORIGIN}/mcp` });
    expect(await callerOf(json.access_token)).toBeDefined();
    await runSql(app.deps, "update oauth_access_tokens set resources = '{https://other.example/mcp}'");
    await isRefused(json.access_token);
  });

  test("refuses scopes that clients may not have", async () => {
    for (const scope of ["apikeys:write", "spaces:read admin"]) {
      const to = urlOf(string((await owner.get(client.authorizePath({ scope }))).location));
      expect(to.searchParams.get("error")).toBe("invalid_scope");
    }
  });
});

describe("a code", () => {
  test("works once, only for its client, with its verifier and redirect URI", async () => {
    const other = await registerClient(app);
    for (const changed of [
      { code_verifier: "x".repeat(43) },
      { code_verifier: undefined },
      { redirect_uri: "http://127.0.0.1:7777/other" },
      { client_id: other.clientId },
    ]) {
      const reply = await client.exchange(await client.codeFrom(owner), changed);
      expect([changed, reply.status >= 400, reply.json.access_token]).toEqual([changed, true, undefined]);
    }
    const code = await client.codeFrom(owner);
    const replies = await Promise.all([client.exchange(code), client.exchange(code)]);
    expect(replies.map(({ status }) => status).filter((status) => status === 200).length).toBeLessThanOrEqual(
      1,
    );
    expect((await client.exchange(code)).status).toBeGreaterThanOrEqual(400);
  });
});

describe("a token", () => {
  test("is stored as a hash, and refused when malformed or expired", async () => {
    const { json } = await client.authorize(owner);
    const token = string(json.access_token);
    expect(token).toStartWith("qat_");
    const kept = JSON.stringify([
      await runSql(app.deps, "select token from oauth_access_tokens"),
      await runSql(app.deps, "select token from oauth_refresh_tokens"),
    ]);
    expect(kept).not.toContain(token.slice(4));
    expect(kept).not.toContain(string(json.refresh_token));
    for (const wrong of [
      "",
      "qat_",
      `${token}x`,
      token.slice(4),
      `qat_${"x".repeat(600)}`,
      string(json.refresh_token),
    ])
      expect(await callerOf(wrong)).toBeUndefined();
    await runSql(app.deps, "update oauth_access_tokens set expires_at = now() - interval '1 second'");
    await isRefused(token);
  });

  test("is refreshed by a rotating token; reuse of an old one revokes all", async () => {
    const { json: first } = await client.authorize(owner);
    const { json: second, status } = await client.refresh(string(first.refresh_token));
    expect(status).toBe(200);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await callerOf(second.access_token)).toBeDefined();
    // A client that did not get the response may repeat the refresh within 30 seconds.
    await runSql(
      app.deps,
      `update oauth_refresh_tokens set rotated_at = rotated_at - interval '1 minute',
         revoked = revoked - interval '1 minute', rotation_replay_expires_at = rotation_replay_expires_at - interval '1 minute'`,
    );
    expectStatus(await client.refresh(string(first.refresh_token)), 400);
    expectStatus(await client.refresh(string(second.refresh_token)), 400);
    await isRefused(second.access_token);
  });

  test("ends when the client revokes it", async () => {
    const { json } = await client.authorize(owner);
    expectStatus(await client.revoke(string(json.access_token)), 200);
    await isRefused(json.access_token);
    const { json: next } = await client.authorize(owner);
    expectStatus(await client.revoke(string(next.refresh_token)), 200);
    expect((await client.refresh(string(next.refresh_token))).status).toBeGreaterThanOrEqual(400);
    await isRefused(next.access_token);
  });

  test("ends when the person withdraws consent, and stays invalid after new consent", async () => {
    const { json } = await client.authorize(owner);
    const consents = objects(JSON.parse((await owner.get("/api/auth/oauth2/get-consents")).text));
    const mine = object(
      consents.find((each) => each.client_id === client.clientId || each.clientId === client.clientId),
    );
    const stranger = await signUp(app, "stranger@example.com");
    const withdraw = (browser: Browser) =>
      browser.post("/api/auth/oauth2/delete-consent", { id: string(mine.id) });
    expect((await withdraw(stranger)).status).toBeGreaterThanOrEqual(400);
    const huge = "x".repeat(1_000_000);
    expectStatus(await owner.post("/api/auth/oauth2/delete-consent", { id: huge }), 413);
    // Without a session the body is not even read.
    expectStatus(await openBrowser(app).post("/api/auth/oauth2/delete-consent", { id: huge }), 401);
    expect(await callerOf(json.access_token)).toBeDefined();
    expectStatus(await withdraw(owner), 200);
    await isRefused(json.access_token);
    expectMatch(objects((await owner.get("/api/audit")).json.data)[0], {
      action: "assistant.revoked",
      targetId: client.clientId,
    });
    const { json: second } = await client.authorize(owner);
    expect(await callerOf(second.access_token)).toBeDefined();
    expect(await callerOf(json.access_token)).toBeUndefined();
    expect((await client.refresh(string(json.refresh_token))).status).toBeGreaterThanOrEqual(400);
  });
});
