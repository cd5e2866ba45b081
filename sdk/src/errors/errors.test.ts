import { expect, test } from "bun:test";
import { rejection } from "../../../test/support/failure.ts";
import { fakeServer, json, refusal } from "../fake-server.ts";
import { BadRequestError, ConnectionError, NotFoundError, QuarryError, RateLimitError } from "./errors.ts";

async function quarryErrorOf(promise: Promise<unknown>): Promise<QuarryError> {
  const problem = await rejection(promise);
  if (!QuarryError.isInstance(problem)) throw new Error(`Expected a QuarryError, got ${String(problem)}`);
  return problem;
}

const NAMES: [number, string][] = [
  [400, "BadRequestError"],
  [401, "AuthenticationError"],
  [403, "PermissionDeniedError"],
  [404, "NotFoundError"],
  [409, "ConflictError"],
  [413, "PayloadTooLargeError"],
  [415, "UnsupportedMediaTypeError"],
  [418, "QuarryError"],
  [429, "RateLimitError"],
  [500, "QuarryError"],
  [502, "UnavailableError"],
  [503, "UnavailableError"],
];

test.each(NAMES)("maps status %d to %s", async (status, name) => {
  const { quarry } = fakeServer(() => refusal(status), { maxRetries: 0 });
  const problem = await quarryErrorOf(quarry.spaces.get("s"));
  expect(problem).toBeInstanceOf(Error);
  expect(problem).toMatchObject({ name, status, code: "no", requestId: "req_1", message: "No." });
});

test("keeps the invalid fields of a 400", async () => {
  const details = [{ path: "/name", message: "is missing" }];
  const { quarry } = fakeServer(() =>
    json({ error: "Bad Request", code: "invalid_request", message: "Invalid.", details }, 400),
  );
  const problem = await quarryErrorOf(quarry.spaces.create({ name: "" }));
  expect(BadRequestError.isInstance(problem) && problem.details).toEqual(details);
});

test("reads the wait from Retry-After or X-RateLimit-Reset, by the server's clock", async () => {
  const date = new Date("2020-01-01T00:00:00Z");
  const reset = String(date.getTime() / 1000 + 90);
  const cases: [Record<string, string>, number | undefined][] = [
    [{ "retry-after": "2.5" }, 2500],
    [{ "retry-after": "3", "x-ratelimit-reset": reset }, 3000],
    [{ date: date.toUTCString(), "retry-after": new Date(date.getTime() + 7000).toUTCString() }, 7000],
    [{ date: date.toUTCString(), "x-ratelimit-reset": reset }, 90_000],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ];
  for (const [headers, expected] of cases) {
    const { quarry } = fakeServer(() => refusal(429, headers), { maxRetries: 0 });
    const problem = await quarryErrorOf(quarry.spaces.get("s"));
    expect(RateLimitError.isInstance(problem)).toBe(true);
    expect(problem.retryAfterMs).toBe(expected);
  }
});

test("handles responses that Quarry did not send", async () => {
  const html = () => new Response("<h1>Bad gateway</h1>", { status: 502, statusText: "Bad Gateway" });
  const bad = await quarryErrorOf(fakeServer(html, { maxRetries: 0 }).quarry.spaces.get("s"));
  expect(bad).toMatchObject({ name: "UnavailableError", code: "unexpected_response", status: 502 });
  expect(bad.message).toContain("502");
  const page = await quarryErrorOf(fakeServer(() => new Response("<html>")).quarry.spaces.get("s"));
  expect(page).toMatchObject({ code: "unexpected_response", status: 200 });
  const moved = () => new Response(null, { status: 301, headers: { location: "https://quarry.test/" } });
  expect((await quarryErrorOf(fakeServer(moved).quarry.spaces.get("s"))).message).toContain(
    "https://quarry.test/",
  );
});

test("isInstance recognizes errors of another copy of the package", async () => {
  const copy: typeof import("./errors.ts") = await import(`./errors.ts?copy=${Date.now()}`);
  const foreign = new copy.NotFoundError("gone", { code: "not_found", status: 404 });
  expect(foreign instanceof NotFoundError).toBe(false);
  expect(NotFoundError.isInstance(foreign)).toBe(true);
  expect(QuarryError.isInstance(foreign)).toBe(true);
  expect(ConnectionError.isInstance(foreign)).toBe(false);
  for (const other of [null, undefined, "x", {}, new Error("x")])
    expect(QuarryError.isInstance(other)).toBe(false);
});

test("includes the reason of a failed connection, even if it is only in the error's cause", async () => {
  const cases: [Error, string][] = [
    [new TypeError("Load failed"), "GET http://quarry.test/api/spaces/s: Load failed"],
    [
      new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND quarry.test") }),
      "GET http://quarry.test/api/spaces/s: fetch failed: getaddrinfo ENOTFOUND quarry.test",
    ],
    [
      new TypeError("fetch failed", {
        cause: Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }),
      }),
      "GET http://quarry.test/api/spaces/s: fetch failed: ECONNREFUSED",
    ],
  ];
  for (const [broken, message] of cases) {
    const answer = () => Promise.reject(broken);
    const problem = await quarryErrorOf(fakeServer(answer, { maxRetries: 0 }).quarry.spaces.get("s"));
    expect([ConnectionError.isInstance(problem), problem.message]).toEqual([true, message]);
  }
});
