import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectError, expectMatch, expectStatus } from "../contract/expecting.ts";
import { object, objects, string } from "../contract/reading.ts";
import { runSql } from "../server/rows.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import { type SmtpReceiver, startSmtpReceiver } from "../support/smtp-receiver.ts";
import { until } from "../support/until.ts";
import { ORIGIN, openBrowser, PASSWORD, signUp, startPeopleApp } from "./browser-session.ts";

let app: InProcessApp;
let smtp: SmtpReceiver;

beforeAll(async () => {
  smtp = await startSmtpReceiver();
  app = await startPeopleApp({ env: { QUARRY_SMTP_URL: smtp.url } });
}, 120_000);
afterAll(async () => {
  await app.stop();
  smtp.stop();
});

const resetToken = (text: string) => string(/token=([^\s&]+)/.exec(text)?.[1]);

describe("a person", () => {
  test("signs up, gets a separate organization, and signs out immediately", async () => {
    const ann = await signUp(app, "Ann@Example.com");
    const session = await ann.get("/api/auth/get-session");
    expectMatch(session.json, { user: { email: "ann@example.com", name: "Ann", emailVerified: false } });
    expectMatch((await ann.get("/api/spaces")).json, { data: [] });
    expectStatus(await ann.post("/api/spaces", { name: "Notes" }), 201);

    const thief = ann.copy();
    expectStatus(await thief.get("/api/spaces"), 200);
    expectStatus(await ann.post("/api/auth/sign-out"), 200);
    expect(ann.cookies.size).toBe(0);
    expectError(await thief.get("/api/spaces"), 401);
    expect((await thief.get("/api/auth/get-session")).text).toBe("null");
  });

  test("gets a cookie that scripts and other sites cannot use", async () => {
    const browser = await signUp(app, "cookie@example.com");
    const cookie = string(browser.setCookies.find((each) => each.startsWith("quarry.session_token=")));
    expect(cookie).toMatch(/; *HttpOnly/i);
    expect(cookie).toMatch(/; *SameSite=Lax/i);
    expect(cookie).not.toMatch(/; *Secure/i);
  });

  test("has a password that is stored as a scrypt hash and never returned", async () => {
    const browser = await signUp(app, "secret@example.com");
    const [row] = await runSql(
      app.deps,
      `select password from accounts join users on users.id = user_id where email = 'secret@example.com'`,
    );
    const [salt = "", hash = ""] = string(row?.password).split(":");
    const { scryptSync } = await import("node:crypto");
    const expected = scryptSync(PASSWORD, salt, 64, { N: 16384, r: 16, p: 1, maxmem: 128 * 16384 * 16 * 2 });
    expect(hash).toBe(expected.toString("hex"));
    for (const path of [
      "get-session",
      "list-accounts",
      "list-sessions",
      "organization/get-full-organization",
    ])
      expect((await browser.get(`/api/auth/${path}`)).text).not.toContain(salt);
    expectStatus(
      await openBrowser(app).post("/api/auth/sign-up/email", {
        email: "secret@example.com",
        name: "x",
        password: PASSWORD,
      }),
      422,
    );
    expect(app.logLines.join("\n")).not.toContain(PASSWORD);
  });

  test("cannot set fields that the service controls", async () => {
    for (const extra of [
      { emailVerified: true },
      { id: "user_mine" },
      { role: "admin" },
      { createdAt: "2001-01-01T00:00:00Z" },
    ]) {
      const email = `extra-${Object.keys(extra)[0]?.toLowerCase()}@example.com`;
      const browser = openBrowser(app);
      const reply = await browser.post("/api/auth/sign-up/email", {
        email,
        name: "x",
        password: PASSWORD,
        ...extra,
      });
      if (reply.status >= 400) continue;
      const user = object((await browser.get("/api/auth/get-session")).json.user);
      expectMatch(user, { email, emailVerified: false });
      expect(user.id).not.toBe("user_mine");
      expect(string(user.createdAt)).toMatch(/^20[2-9]/);
      expect(user.role).toBeUndefined();
      await browser.post("/api/auth/update-user", { name: "y", ...extra, email: "other@example.com" });
      const after = object((await browser.get("/api/auth/get-session")).json.user);
      expectMatch(after, { id: user.id, email, emailVerified: false });
    }
  });

  test("cannot use a name or password with invalid characters or length", async () => {
    const browser = openBrowser(app);
    const body = { email: "odd@example.com", password: PASSWORD };
    for (const name of ["", " ", "x".repeat(101), "a\nb", "a\u0000b", "a\u202eb"])
      expectStatus(await browser.post("/api/auth/sign-up/email", { ...body, name }), 400);
    expectStatus(await browser.post("/api/auth/sign-in/email", { ...body, password: "a\u0000b" }), 400);
  });

  test("gets the same refusal for a wrong password as for an unknown address, and is rate-limited", async () => {
    await signUp(app, "force@example.com");
    const browser = openBrowser(app);
    const wrong = await browser.post("/api/auth/sign-in/email", {
      email: "force@example.com",
      password: "wrong one",
    });
    const unknown = await browser.post("/api/auth/sign-in/email", {
      email: "missing@example.com",
      password: "wrong one",
    });
    expectStatus(wrong, 401);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    let last = unknown;
    for (let attempt = 2; attempt < 21; attempt++)
      last = await browser.post("/api/auth/sign-in/email", {
        email: "not-an-address",
        password: "wrong one",
      });
    expectStatus(last, 429);
    expect(last.headers.get("content-type")).toBe("application/json");
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    const right = { email: "force@example.com", password: PASSWORD };
    expectStatus(await browser.post("/api/auth/sign-in/email", right), 429);
    expect((await browser.submit("/app/sign-in", right)).text).toContain("Too many");
    expectStatus(await openBrowser(app).post("/api/auth/sign-in/email", right), 200);
  }, 120_000);
});

test("refuses a body that nests too deeply before parsing it", async () => {
  for (const path of ["sign-in/email", "organization/create", "oauth2/register", "oauth2/token"])
    for (const deep of ["[".repeat(9000) + "]".repeat(9000), `${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`]) {
      const reply = await openBrowser(app).call("POST", `/api/auth/${path}`, JSON.parse(deep));
      expect([path, reply.status]).toEqual([path, 400]);
      expect(reply.text).toContain("nests deeper");
    }
});

test("pages explain what was refused and what to do", async () => {
  await signUp(app, "words@example.com");
  const browser = openBrowser(app);
  const person = { email: "words@example.com", name: "Ann", password: PASSWORD };
  const expectMessage = async (path: string, fields: Record<string, string>, words: string) => {
    const reply = await browser.submit(`/app/${path}`, fields);
    expectStatus(reply, 400);
    expect(reply.text).toContain(words);
    expect(reply.text).not.toContain("[body");
  };
  await expectMessage("sign-in", { ...person, password: "wrong one" }, "Try again");
  await expectMessage("sign-in", {}, "Fill in every field");
  await expectMessage("sign-up", person, "An account with this address already exists. Sign in");
  await expectMessage("sign-up", { ...person, email: "no address" }, "a complete e-mail address");
  await expectMessage(
    "sign-up",
    { ...person, email: "new@example.com", password: "short" },
    "8 to 128 characters",
  );
  await expectMessage("forgot-password", { email: "no address" }, "a complete e-mail address");
  await expectMessage("reset-password", { token: "old", password: PASSWORD }, "Request a new one");
  await expectMessage("reset-password", { token: "old", password: "short" }, "8 to 128 characters");
  const start = await browser.get("/?error=TOKEN_EXPIRED");
  expect((await browser.get(string(start.location))).text).toContain("This link has expired");
});

test("a session ends in every process, and forged cookies are refused", async () => {
  const browser = await signUp(app, "elsewhere@example.com");
  expectStatus(await browser.get("/api/spaces"), 200);
  const [name = "", value = ""] = [...browser.cookies][0] ?? [];
  for (const forged of [`x${value}`, value.slice(0, -3), value.split(".")[0] ?? "", "x", `${value}x`]) {
    const thief = openBrowser(app, { cookies: new Map([[name, forged]]) });
    expectError(await thief.get("/api/spaces"), 401);
  }
  // Deletes the session like another process, without notifying this one.
  await runSql(app.deps, "delete from sessions");
  const ended = async () => ((await browser.get("/api/spaces")).status === 401 ? true : undefined);
  await until("the session's end", ended, 2000);
});

test("a database error is returned and logged like any other, without what people sent", async () => {
  const browser = await signUp(app, "broken@example.com");
  await runSql(app.deps, "alter table accounts rename column password to hidden");
  const body = { email: "broken-2@example.com", name: "x", password: "a password to hide" };
  const [printed, { error }] = [[] as unknown[], console];
  console.error = (...values: unknown[]) => void printed.push(...values);
  const reply = await browser.post("/api/auth/sign-up/email", body);
  const signIn = await browser.post("/api/auth/sign-in/email", { ...body, email: "broken@example.com" });
  console.error = error;
  await runSql(app.deps, "alter table accounts rename column hidden to password");
  expect([reply.status, signIn.status]).toEqual([500, 500]);
  expect(app.logLines.at(-1)).toContain("A request failed");
  const shown = [...app.logLines, reply.text, signIn.text, ...printed.map(String)].join("\n");
  expect(shown).not.toMatch(/password to hide|broken-?2?@|[0-9a-f]{64}/);
});

test("a body that is not JSON is refused", async () => {
  const headers = { "content-type": "application/json", origin: ORIGIN };
  const rawBody = "{nope";
  const reply = await app.call("POST", "/api/auth/sign-in/email", { key: null, headers, rawBody });
  expectStatus(reply, 400);
});

describe("by mail", () => {
  test("a person confirms their address", async () => {
    const browser = await signUp(app, "verify@example.com");
    const { subject, text } = await smtp.got("verify@example.com");
    expect(subject).toBe("Confirm your e-mail address");
    const link = new URL(string(/http:\S+/.exec(text)?.[0]));
    expect(link.origin).toBe("http://localhost");
    expect((await browser.get(link.pathname + link.search)).status).toBeLessThan(400);
    expectMatch((await browser.get("/api/auth/get-session")).json, { user: { emailVerified: true } });
    const wrong = await browser.get(
      `/api/auth/verify-email?token=wrong&callbackURL=${encodeURIComponent("https://evil.example/")}`,
    );
    expect(wrong.location ?? "").not.toContain("evil.example");
  });

  test("a person resets their password once, which ends other sessions", async () => {
    const before = await signUp(app, "reset@example.com");
    const browser = openBrowser(app);
    const known = await browser.submit("/app/forgot-password", { email: "reset@example.com" });
    const unknown = await browser.submit("/app/forgot-password", { email: "unknown@example.com" });
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    const token = resetToken((await smtp.got("reset@example.com", 2)).text);
    expect(fieldOfToken((await browser.get(`/app/reset-password?token=${token}`)).text)).toBe(token);
    const short = await browser.submit("/app/reset-password", { token, password: "short" });
    expect([short.status, short.text.includes("8 to 128 characters")]).toEqual([400, true]);
    const done = await browser.submit("/app/reset-password", { token, password: "another password" });
    expect([done.status, done.location]).toEqual([303, "/app/sign-in"]);

    expectError(await before.get("/api/spaces"), 401);
    expectStatus(await browser.submit("/app/reset-password", { token, password: "a third password" }), 400);
    const signIn = (password: string) =>
      openBrowser(app).post("/api/auth/sign-in/email", { email: "reset@example.com", password });
    expectStatus(await signIn(PASSWORD), 401);
    expectStatus(await signIn("another password"), 200);
    expect(smtp.mails.some((mail) => mail.to === "unknown@example.com")).toBe(false);
  });

  test("a password-reset link expires", async () => {
    await signUp(app, "late@example.com");
    await openBrowser(app).post("/api/auth/request-password-reset", { email: "late@example.com" });
    const token = resetToken((await smtp.got("late@example.com", 2)).text);
    await runSql(app.deps, "update verifications set expires_at = now() - interval '1 second'");
    const reply = await openBrowser(app).post("/api/auth/reset-password", {
      token,
      newPassword: "another password",
    });
    expectStatus(reply, 400);
  });

  test("logs when the mail server is unreachable; with an https URL, cookies are Secure", async () => {
    const origin = "https://kb.example.com";
    const smtpUrl = "smtp://user:hunter2@127.0.0.1:1";
    const secure = await startPeopleApp({
      env: { QUARRY_PUBLIC_URL: `${origin}/`, QUARRY_SMTP_URL: smtpUrl },
    });
    const browser = openBrowser(secure, { origin });
    const body = { email: "away@example.com", name: "Away", password: PASSWORD };
    expectStatus(await browser.post("/api/auth/sign-up/email", body), 200);
    await until("the log", () => secure.logLines.find((line) => line.includes("Could not send a mail")));
    expect(secure.logLines.join("\n")).not.toContain("hunter2");
    const cookie = string(browser.setCookies.find((each) => each.includes("session_token")));
    expect(cookie).toMatch(/^__Secure-quarry\.session_token=.*; *Secure/i);
    expectStatus(await browser.get("/api/spaces"), 200);
    expectError(await browser.post("/api/spaces", { name: "x" }, { origin: "http://localhost" }), 403);
    await secure.stop();
  }, 120_000);
});

test("a person lists and revokes their sessions", async () => {
  const first = await signUp(app, "many@example.com");
  const second = openBrowser(app);
  expectStatus(
    await second.post("/api/auth/sign-in/email", { email: "many@example.com", password: PASSWORD }),
    200,
  );
  expect(objects(JSON.parse((await first.get("/api/auth/list-sessions")).text))).toHaveLength(2);
  expectStatus(await first.post("/api/auth/revoke-other-sessions"), 200);
  expectError(await second.get("/api/spaces"), 401);
  expectStatus(await first.get("/api/spaces"), 200);
});

function fieldOfToken(page: string): string | undefined {
  return /name="token" value="([^"]*)"/.exec(page)?.[1];
}
