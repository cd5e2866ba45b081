import { expect, test } from "bun:test";
import { rejection } from "../../../test/support/failure.ts";
import { ConnectionError, QuarryError, TimeoutError } from "../errors/errors.ts";
import { type Answerer, fakeServer, json, refusal } from "../fake-server.ts";
import { retryDelayMs } from "./retry.ts";

const broken: Answerer = () => {
  throw new TypeError("socket closed");
};
const hanging: Answerer = () => new Promise(() => {});

test.each([408, 429, 500, 501, 502, 503, 504])(
  "retries an idempotent call after status %d",
  async (status) => {
    const { quarry, seen } = fakeServer((_, index) =>
      index < 2 ? refusal(status) : json({ document: {}, created: true }),
    );
    await quarry.documents.upsert({ spaceId: "s", filename: "a", content: "b" });
    expect(seen).toHaveLength(3);
  },
);

test.each([408, 429, 500, 502, 503])(
  "retries a creation after status %d with the same idempotency key",
  async (status) => {
    const { quarry, seen } = fakeServer((_, index) => (index < 1 ? refusal(status) : json({ space: {} })));
    await quarry.spaces.create({ name: "A" });
    await quarry.spaces.create({ name: "B" });
    const [first, again, other] = seen.map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toMatch(/^[\w-]{20,100}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  },
);

test("sends an idempotency key with calls that are not idempotent, by default a random one", async () => {
  const { quarry, seen } = fakeServer(() => json({}));
  await quarry.documents.delete({ spaceId: "s", id: "d" });
  await quarry.apiKeys.rotate({ id: "k" });
  await quarry.spaces.create({ name: "A" }, { headers: { "Idempotency-Key": "mine" } });
  await quarry.query({ query: "q", spaceIds: "s" });
  await quarry.documents.upsert({ spaceId: "s", filename: "a", content: "b" });
  const keys = seen.map(({ headers }) => headers.get("idempotency-key"));
  expect(keys).toEqual([expect.any(String), expect.any(String), "mine", null, null]);
});

test.each([400, 401, 403, 404, 409, 413])("does not retry after status %d", async (status) => {
  const { quarry, seen } = fakeServer(() => refusal(status));
  expect(await rejection(quarry.spaces.get("s"))).toBeInstanceOf(QuarryError);
  expect(seen).toHaveLength(1);
});

test("stops after maxRetries of the client or of the call", async () => {
  const { quarry, seen } = fakeServer(() => refusal(503));
  expect(await rejection(quarry.spaces.get("s"))).toHaveProperty("message", "No.");
  expect(seen).toHaveLength(3);
  expect(await rejection(quarry.spaces.get("s", { maxRetries: 0 }))).toHaveProperty("message", "No.");
  expect(seen).toHaveLength(4);
});

test("retries a query and a creation after a connection error", async () => {
  const { quarry, seen } = fakeServer((request, index) =>
    index % 2 === 0 ? broken(request, 0) : json({ results: [], totalResults: 0 }),
  );
  await quarry.query({ query: "q", spaceIds: "s" });
  await quarry.spaces.create({ name: "A" });
  expect(seen).toHaveLength(4);
  const creation = fakeServer(broken, { maxRetries: 0 });
  const problem = await rejection(creation.quarry.spaces.create({ name: "A" }));
  expect(ConnectionError.isInstance(problem)).toBe(true);
  expect((problem as Error).message).toBe("POST http://quarry.test/api/spaces: socket closed");
  expect(creation.seen).toHaveLength(1);
});

const inProgress = () => json({ code: "request_in_progress", message: "Wait." }, 409, { "retry-after": "0" });

test("polls beyond maxRetries while an earlier attempt is in progress, until the timeout", async () => {
  const { quarry, seen } = fakeServer((_, index) => (index < 8 ? inProgress() : json({ space: {} })));
  await quarry.spaces.create({ name: "A" });
  expect(seen).toHaveLength(9);
  const endless = fakeServer(inProgress);
  const problem = await rejection(endless.quarry.spaces.create({ name: "A" }, { timeoutMs: 30 }));
  expect(problem).toHaveProperty("message", "Wait.");
});

test("retries after an incomplete response, also after an incomplete error response", async () => {
  const headers = { "content-type": "application/json" };
  const cut = (status: number) => new Response('{"code":"conf', { status, headers });
  const { quarry, seen } = fakeServer((_, index) => [cut(200), cut(409)][index] ?? json({ space: {} }));
  await quarry.spaces.create({ name: "A" });
  expect(seen).toHaveLength(3);
  const short = new Response("<!doctype", { headers: { "content-length": "100" } });
  const page = fakeServer((_, index) => (index === 0 ? short : new Response("<!doctype html>")));
  expect(await page.quarry.evaluations.report({ spaceId: "s", id: "e", runId: "r" })).toBe("<!doctype html>");
});

test("pauses all calls of the client after a 429", async () => {
  const times: number[] = [];
  const { quarry, seen } = fakeServer((_, index) => {
    times.push(performance.now());
    return index === 0 ? refusal(429, { "retry-after": "0.2" }) : json({ space: {} });
  });
  const first = quarry.spaces.get("a");
  await Bun.sleep(20);
  await Promise.all([first, ...Array.from({ length: 5 }, () => quarry.spaces.get("b"))]);
  expect(seen).toHaveLength(7);
  const [refused = 0, ...others] = times;
  expect(Math.min(...others) - refused).toBeGreaterThanOrEqual(195);
});

test("aborts a call during the pause, and does not pause for a wait over a minute", async () => {
  const { quarry, seen } = fakeServer(() => refusal(429, { "retry-after": "50" }), { maxRetries: 0 });
  await quarry.spaces.get("a").catch(() => {});
  const reason = new Error("enough");
  const controller = new AbortController();
  const waiting = quarry.spaces.get("b", { signal: controller.signal });
  controller.abort(reason);
  expect(await rejection(waiting)).toBe(reason);
  expect(seen).toHaveLength(1);
  const long = fakeServer(() => refusal(429, { "retry-after": "61" }));
  for (const id of ["a", "b"])
    expect(await rejection(long.quarry.spaces.get(id))).toHaveProperty("message", "No.");
  expect(long.seen).toHaveLength(2);
});

test("backs off exponentially up to a maximum, and does not retry after a wait over a minute", () => {
  const error = new QuarryError("x", { code: "internal", status: 500 });
  for (const [attempt, maxDelay] of [500, 1000, 2000, 4000, 8000, 8000].entries()) {
    const delay = retryDelayMs(error, attempt) ?? Number.NaN;
    expect(delay).toBeLessThanOrEqual(maxDelay);
    expect(delay).toBeGreaterThanOrEqual(maxDelay * 0.75);
  }
  const limited = (retryAfterMs: number) =>
    new QuarryError("x", { code: "rate_limited", status: 429, retryAfterMs });
  expect(retryDelayMs(limited(2000), 0)).toBeGreaterThanOrEqual(2000);
  expect(retryDelayMs(limited(61_000), 0)).toBeUndefined();
});

test("does not retry after a timeout", async () => {
  const { quarry, seen } = fakeServer(hanging);
  const problem = await rejection(quarry.spaces.get("s", { timeoutMs: 20 }));
  expect(TimeoutError.isInstance(problem)).toBe(true);
  expect(problem).toMatchObject({ code: "timed_out", status: undefined });
  expect(seen).toHaveLength(1);
});

test("times out on a response that does not end", async () => {
  const server = Bun.serve({
    port: 0,
    fetch: () => new Response(new ReadableStream({ start: (c) => c.enqueue("{") })),
  });
  const { quarry } = fakeServer(hanging, { baseUrl: server.url.href, fetch: globalThis.fetch });
  const problem = await rejection(quarry.spaces.get("s", { timeoutMs: 200 }));
  await server.stop(true);
  expect(TimeoutError.isInstance(problem)).toBe(true);
});

test("rejects with the signal's reason: before, during, and between attempts", async () => {
  const reason = new Error("enough");
  const early = fakeServer(hanging);
  expect(await rejection(early.quarry.spaces.get("s", { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(early.seen).toHaveLength(0);
  for (const answer of [hanging, () => refusal(503, { "retry-after": "30" })]) {
    const { quarry, seen } = fakeServer(answer);
    const controller = new AbortController();
    const call = quarry.spaces.get("s", { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 20);
    expect(await rejection(call)).toBe(reason);
    expect(seen).toHaveLength(1);
  }
});
