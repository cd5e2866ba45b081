import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { expectError, expectMatch, expectStatus } from "../contract/expecting.ts";
import { string } from "../contract/reading.ts";
import { runSql } from "../server/rows.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import {
  activeOrganization,
  type Browser,
  openBrowser,
  PASSWORD,
  signUp,
  startPeopleApp,
} from "./browser-session.ts";

let app: InProcessApp;
let person: Browser;

beforeAll(async () => {
  app = await startPeopleApp();
  person = await signUp(app, "person@example.com");
}, 120_000);
afterAll(() => app.stop());

const FOREIGN = [
  { origin: "https://evil.example" },
  { origin: "http://localhost.evil.example" },
  { origin: "https://localhost" },
  { origin: "http://localhost:81" },
  { origin: "null" },
  { origin: "null", headers: { "sec-fetch-site": "cross-site" } },
  { origin: null, headers: { "sec-fetch-site": "cross-site" } },
  { origin: null, headers: { "sec-fetch-site": "same-site" } },
] as const;

describe("a page of another origin", () => {
  test("cannot change anything with the session of a signed-in person", async () => {
    const orgId = await activeOrganization(person);
    for (const sending of FOREIGN) {
      expectError(await person.post("/api/spaces", { name: "Planted" }, sending), 403);
      expectError(await person.post("/api/auth/organization/transfer-ownership", { to: "x" }, sending), 403);
      for (const [action, body] of [
        ["organization/update", { data: { name: "Theirs" } }],
        ["organization/create", { name: "Theirs", slug: "theirs" }],
        ["organization/invite-member", { email: "evil@example.com", role: "admin" }],
        ["oauth2/delete-consent", { id: "x" }],
        ["update-user", { name: "Theirs" }],
        ["sign-out", {}],
      ] as const)
        expectMatch(
          [sending, action, (await person.post(`/api/auth/${action}`, body, sending)).status],
          [sending, action, 403],
        );
      for (const path of [
        "/app/sign-out",
        "/app/sign-in",
        "/app/organization",
        "/app/assistant",
        "/app/invitation",
        "/app/consent",
        "/app/set-up",
      ])
        expectMatch(
          [sending, path, (await person.submit(path, { organizationId: orgId }, sending)).status],
          [sending, path, 403],
        );
    }
    expectStatus(await person.get("/api/spaces"), 200);
    expectMatch(await runSql(app.deps, "select name from organizations where name in ('Theirs')"), []);
    expectMatch(await runSql(app.deps, "select id from spaces"), []);
  });

  test("may send requests that only read; API keys work with any origin", async () => {
    for (const sending of FOREIGN) expectStatus(await person.get("/api/spaces", sending), 200);
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expectStatus(await app.call("POST", "/api/spaces", { body: { name: "By key" }, headers }), 201);
    const reply = await person.get("/api/spaces");
    expect(reply.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("is distinguished from the origins of the service", async () => {
    for (const origin of ["http://localhost", "http://127.0.0.1", "http://[::1]"])
      expectStatus(await person.post("/api/spaces", { name: `From ${origin}` }, { origin }), 201);
    const sameOrigin = { origin: "null", headers: { "sec-fetch-site": "same-origin" } };
    expectStatus(
      await person.post("/api/spaces", { name: "From a page that hides its origin" }, sameOrigin),
      201,
    );
  });
});

describe("after signing in, a person is redirected", () => {
  const signIn = { email: "person@example.com", password: PASSWORD };
  const redirectAfterSignIn = async (next: string) => {
    const { status, location } = await openBrowser(app).submit("/app/sign-in", { ...signIn, next });
    expect(status).toBe(303);
    return string(location);
  };

  test("to a path of the service", async () => {
    for (const next of ["/app/invitation?id=x&y=%20#z", "/app"])
      expect(await redirectAfterSignIn(next)).toBe(next);
  });

  test("never to another site", async () => {
    for (const next of [
      "//evil.example",
      "/\\evil.example",
      "/\t/evil.example",
      "/\n/evil.example",
      "\\\\evil.example",
      "https://evil.example",
      "https:evil.example",
      "javascript:alert(1)",
      "evil.example",
      " //evil.example",
      "/app\r\nset-cookie: x=y",
      "/ä",
      "",
    ])
      expect([next, await redirectAfterSignIn(next)]).toEqual([next, "/app"]);
    for (const path of [
      "/api/auth/sign-in/email",
      "/api/auth/request-password-reset",
      "/api/auth/sign-up/email",
    ])
      for (const field of ["callbackURL", "redirectTo"]) {
        const body = { ...signIn, name: "x", [field]: "https://evil.example/" };
        const reply = await openBrowser(app).post(path, body);
        expect(reply.location ?? "").not.toContain("evil.example");
        expect(reply.text).not.toContain("evil.example/");
      }
    expect(app.logLines.join("\n")).not.toContain("callbackURL=https%3A%2F%2Fevil");
  });
});

describe("pages", () => {
  const MARKUP = `"><script>alert('x')</script>&<b>`;

  test("escape text that people sent", async () => {
    const query = new URLSearchParams({
      next: MARKUP,
      token: MARKUP,
      id: MARKUP,
      error: MARKUP,
      error_description: MARKUP,
    });
    const signed = new URLSearchParams({
      sig: MARKUP,
      client_id: MARKUP,
      scope: MARKUP,
      redirect_uri: MARKUP,
    });
    const paths = [
      "sign-in",
      "sign-up",
      "reset-password",
      "forgot-password",
      "set-up",
      "invitation",
      "consent",
      "problem",
    ];
    const owner = await signUp(app, "markup@example.com", MARKUP.slice(0, 90));
    await owner.post("/api/auth/organization/update", { data: { name: MARKUP } });
    const { json } = await owner.post("/api/auth/organization/invite-member", {
      email: "person@example.com",
      role: "member",
    });
    const replies = await Promise.all([
      ...paths.flatMap((path) => [
        person.get(`/app/${path}?${query}`),
        person.get(`/app/${path}?${signed}`),
        openBrowser(app).get(`/app/${path}?${query}`),
      ]),
      owner.get("/app/account"),
      person.get(`/app/invitation?id=${string(json.id)}`),
      person.submit("/app/sign-in", { email: MARKUP, password: MARKUP, next: MARKUP, oauth_query: MARKUP }),
      person.submit("/app/sign-up", { email: MARKUP, password: MARKUP, name: MARKUP, next: MARKUP }),
      person.submit("/app/reset-password", { token: MARKUP, password: PASSWORD }),
      person.submit("/app/invitation", { id: MARKUP }),
      person.submit("/app/consent", { oauth_query: MARKUP, accept: "true" }),
    ]);
    for (const { text, headers, status } of replies) {
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/<script|<b>/);
      expect(headers.get("content-type")).toContain("text/html");
      const policy = string(headers.get("content-security-policy"));
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("script-src");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-frame-options")).toBe("DENY");
      // With "no-referrer", browsers send "Origin: null" with forms of the service itself.
      expect(headers.get("referrer-policy")).toBe("same-origin");
    }
  });

  test("never fail on malformed forms", async () => {
    const pages = [
      "sign-in",
      "sign-up",
      "forgot-password",
      "reset-password",
      "set-up",
      "invitation",
      "consent",
      "organization",
      "assistant",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...pages),
        fc.dictionary(
          fc.constantFrom(
            "email",
            "name",
            "password",
            "next",
            "token",
            "id",
            "oauth_query",
            "accept",
            "organizationId",
          ),
          fc.string({ unit: "binary", maxLength: 20 }),
        ),
        async (path, fields) => {
          const browser = openBrowser(app);
          const { status } = await browser.submit(`/app/${path}`, fields);
          expect(status).toBeLessThan(500);
        },
      ),
      { numRuns: 60 },
    );
    expectStatus(await openBrowser(app).submit("/app/sign-in", { email: "x".repeat(30_000) }), 413);
  });
});
