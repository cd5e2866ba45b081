import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectError, expectStatus } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { addKey, addTenant } from "../other-tenant.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

describe("the limits of a tier", () => {
  test("developer: the 61st call in a minute gets 429; other organizations are unaffected", async () => {
    const { key } = await addTenant(app.deps, "Developer", "developer");
    for (let calls = 1; calls <= 60; calls += 1) {
      const reply = await app.call("GET", "/api/spaces", { key });
      expect([reply.status, reply.headers.get("x-ratelimit-remaining")]).toEqual([200, String(60 - calls)]);
    }
    const refused = await app.call("GET", "/api/spaces", { key });
    expect(expectError(refused, 429)).toContain("the developer tier allows 60 in 60 seconds");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expectStatus(await app.call("GET", "/api/spaces"), 200);
  });

  test("sandbox: all keys of the organization share the limits, and refused calls do not count towards the day", async () => {
    const { orgId, key } = await addTenant(app.deps, "Sandbox", "sandbox");
    const second = await addKey(app.deps, orgId, "second");
    const keys = [key, second.key];
    for (let calls = 1; calls <= 60; calls += 1)
      expectStatus(await app.call("GET", "/api/spaces", { key: keys[calls % 2] ?? "" }), 200);
    for (const each of keys)
      expect(expectError(await app.call("GET", "/api/spaces", { key: each }), 429)).toContain("60");
    for (let calls = 0; calls < 50; calls += 1) await app.call("GET", "/api/spaces", { key });
    // Exceeds the limit per minute, not per day: 60 of 100 calls have been served.
    expect(expectError(await app.call("GET", "/api/spaces", { key }), 429)).toContain("60 in 60 seconds");
  });
});
