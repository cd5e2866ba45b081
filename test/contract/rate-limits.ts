import { describe, expect, test } from "bun:test";
import type { Reply } from "./caller.ts";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectStatus } from "./expecting.ts";
import { newKey, newSpaceId } from "./seeding.ts";

interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
}

function rateLimitOf(reply: Reply): RateLimit {
  const read = (name: string): number => {
    const value = reply.headers.get(`X-RateLimit-${name}`);
    expect(`${name}: ${value}`).toMatch(/: \d+$/);
    return Number(value);
  };
  const found = { limit: read("Limit"), remaining: read("Remaining"), reset: read("Reset") };
  expect(found.remaining).toBeLessThanOrEqual(found.limit);
  // A Unix timestamp in seconds: now or later, and neither milliseconds nor a duration.
  expect(found.reset).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1000));
  expect(found.reset).toBeLessThan(Date.now() / 1000 + 366 * 86_400);
  return found;
}

/** X-RateLimit-* and 429. */
export function rateLimitTests(): void {
  describe("rate limits", () => {
    test("§8 limits: each response to an identified caller has X-RateLimit-*", async () => {
      const spaceId = await newSpaceId();
      const { key } = await newKey({
        permissions: ["spaces:read"],
        rateLimit: { limit: 1000, windowSeconds: 60 },
      });
      const text = { rawBody: "x", headers: { "Content-Type": "text/plain" } };
      const replies: [status: number, reply: Reply][] = [
        [200, await call("GET", `/api/spaces/${spaceId}`)],
        [200, await call("GET", "/spaces", { key })],
        [201, await call("POST", "/api/spaces", { body: { name: "Counted" } })],
        [400, await call("POST", "/api/spaces", { body: {} })],
        [
          400,
          await call("POST", "/api/spaces", {
            rawBody: "{",
            headers: { "Content-Type": "application/json" },
          }),
        ],
        [403, await call("POST", "/api/spaces", { key, body: { name: "Refused" } })],
        [404, await call("GET", "/api/spaces/spc_unknown", { key })],
        [404, await call("GET", "/api/no-such-route", { key })],
        [415, await call("POST", "/api/spaces", text)],
      ];
      for (const [status, reply] of replies) {
        expectStatus(reply, status);
        rateLimitOf(reply);
      }
    });

    test("§8 limits: each call of a limited key counts down", async () => {
      const { key } = await newKey({ level: "read", rateLimit: { limit: 50, windowSeconds: 3600 } });
      const first = rateLimitOf(await call("GET", "/api/spaces", { key }));
      const second = rateLimitOf(await call("GET", "/api/spaces", { key }));
      expectMatch(first, { limit: 50, remaining: 49 });
      expectMatch(second, { limit: 50, remaining: 48 });
    });

    test("§7 errors: a call beyond a key's limit is 429 with Retry-After, for that key only", async () => {
      const { key } = await newKey({ level: "read", rateLimit: { limit: 2, windowSeconds: 3600 } });
      expectStatus(await call("GET", "/api/spaces", { key }), 200);
      expectStatus(await call("GET", "/api/spaces", { key }), 200);
      const refused = await call("GET", "/api/spaces", { key });
      expectError(refused, 429);
      const { limit, remaining, reset } = rateLimitOf(refused);
      expect({ limit, remaining }).toEqual({ limit: 2, remaining: 0 });
      const wait = refused.headers.get("Retry-After") ?? "";
      expect(wait).toMatch(/^[1-9]\d*$/);
      expect(Math.abs(Date.now() / 1000 + Number(wait) - reset)).toBeLessThanOrEqual(3);
      expectStatus(await call("GET", "/api/spaces"), 200);
    });

    test("§7 errors: after X-RateLimit-Reset the key works again", async () => {
      const { key } = await newKey({ level: "read", rateLimit: { limit: 1, windowSeconds: 1 } });
      await call("GET", "/api/spaces", { key });
      const { reset } = rateLimitOf(await call("GET", "/api/spaces", { key }));
      await Bun.sleep(Math.max(0, reset * 1000 - Date.now()) + 100);
      expectStatus(await call("GET", "/api/spaces", { key }), 200);
    });
  });
}
