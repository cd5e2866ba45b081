import { expect, test } from "bun:test";
import { ConnectionError, QuarryError, TimeoutError } from "./errors.ts";
import { type Answerer, fakeServer, json, refusal } from "./fake-server.ts";
import { retryDelayMs } from "./retry.ts";

const broken: Answerer = () => {
  throw new TypeError("socket closed");
};
const hanging: Answerer = () => new Promise(() => {});

test.each([408, 429, 500, 501, 502, 503, 504])("repeats an idempotent call after %d", async (status) => {
  const { quarry, seen } = fakeServer((_, index) =>
    index < 2 ? refusal(status) : json({ document: {}, created: true }),
  );
  await quarry.documents.upsert({ spaceId: "s", filename: "a", content: "b" });
  expect(seen).toHaveLength(3);
});

test.each([408, 429, 500, 502, 503])(
  "after %d sends a creation again, under the same key",
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

test("gives keys to what may not be done twice, and takes the caller's own", async () => {
  const { quarry, seen } = fakeServer(() => json({}));
  await quarry.documents.delete({ spaceId: "s", id: "d" });
  await quarry.apiKeys.rotate({ id: "k" });
  await quarry.spaces.create({ name: "A" }, { headers: { "Idempotency-Key": "mine" } });
  await quarry.query({ query: "q", spaceIds: "s" });
  await quarry.documents.upsert({ spaceId: "s", filename: "a", content: "b" });
  const keys = seen.map(({ headers }) => headers.get("idempotency-key"));
  expect(keys).toEqual([expect.any(String), expect.any(String), "mine", null, null]);
});

test.each([400, 401, 403, 404, 409, 413])("does not repeat after %d", async (status) => {
  const { quarry, seen } = fakeServer(() => refusal(status));
  await expect(quarry.spaces.get("s")).rejects.toThrow(QuarryError);
  expect(seen).toHaveLength(1);
});

test("gives up after maxRetries, which a call may set", async () => {
  const { quarry, seen } = fakeServer(() => refusal(503));
  await expect(quarry.spaces.get("s")).rejects.toThrow("No.");
  expect(seen).toHaveLength(3);
  await expect(quarry.spaces.get("s", { maxRetries: 0 })).rejects.toThrow("No.");
  expect(seen).toHaveLength(4);
});

test("repeats a question and a creation whose connection broke", async () => {
  const { quarry, seen } = fakeServer((request, index) =>
    index % 2 === 0 ? broken(request, 0) : json({ results: [], totalResults: 0 }),
  );
  await quarry.query({ query: "q", spaceIds: "s" });
  await quarry.spaces.create({ name: "A" });
  expect(seen).toHaveLength(4);
  const creation = fakeServer(broken, { maxRetries: 0 });
  const problem = await creation.quarry.spaces.create({ name: "A" }).catch((error: unknown) => error);
  expect(ConnectionError.isInstance(problem)).toBe(true);
  expect((problem as Error).message).toBe("POST http://quarry.test/api/spaces: socket closed");
  expect(creation.seen).toHaveLength(1);
});

const inProgress = () => json({ code: "request_in_progress", message: "Wait." }, 409, { "retry-after": "0" });

test("waits for what is still being answered, however often it has to ask", async () => {
  const { quarry, seen } = fakeServer((_, index) => (index < 8 ? inProgress() : json({ space: {} })));
  await quarry.spaces.create({ name: "A" });
  expect(seen).toHaveLength(9);
  const endless = fakeServer(inProgress);
  await expect(endless.quarry.spaces.create({ name: "A" }, { timeoutMs: 30 })).rejects.toThrow("Wait.");
});

test("repeats what broke off in its middle, also when it was a refusal", async () => {
  const headers = { "content-type": "application/json" };
  const cut = (status: number) => new Response('{"code":"conf', { status, headers });
  const { quarry, seen } = fakeServer((_, index) => [cut(200), cut(409)][index] ?? json({ space: {} }));
  await quarry.spaces.create({ name: "A" });
  expect(seen).toHaveLength(3);
  const short = new Response("<!doctype", { headers: { "content-length": "100" } });
  const page = fakeServer((_, index) => (index === 0 ? short : new Response("<!doctype html>")));
  expect(await page.quarry.evaluations.report({ spaceId: "s", id: "e", runId: "r" })).toBe("<!doctype html>");
});

test("after a 429 all calls of the client wait together", async () => {
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

test("a call that waits for others can be aborted, and a wait that is too long is nobody's", async () => {
  const { quarry, seen } = fakeServer(() => refusal(429, { "retry-after": "50" }), { maxRetries: 0 });
  await quarry.spaces.get("a").catch(() => {});
  const reason = new Error("enough");
  const controller = new AbortController();
  const waiting = quarry.spaces.get("b", { signal: controller.signal });
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(seen).toHaveLength(1);
  const long = fakeServer(() => refusal(429, { "retry-after": "61" }));
  for (const id of ["a", "b"]) await expect(long.quarry.spaces.get(id)).rejects.toThrow("No.");
  expect(long.seen).toHaveLength(2);
});

test("waits longer each time, within bounds, and leaves a long wait to the caller", () => {
  const error = new QuarryError("x", { code: "internal", status: 500 });
  for (const [attempt, longest] of [500, 1000, 2000, 4000, 8000, 8000].entries()) {
    const delay = retryDelayMs(error, attempt) ?? Number.NaN;
    expect(delay).toBeLessThanOrEqual(longest);
    expect(delay).toBeGreaterThanOrEqual(longest * 0.75);
  }
  const limited = (retryAfterMs: number) =>
    new QuarryError("x", { code: "rate_limited", status: 429, retryAfterMs });
  expect(retryDelayMs(limited(2000), 0)).toBeGreaterThanOrEqual(2000);
  expect(retryDelayMs(limited(61_000), 0)).toBeUndefined();
});

test("times out once, without repeating", async () => {
  const { quarry, seen } = fakeServer(hanging);
  const problem = await quarry.spaces.get("s", { timeoutMs: 20 }).catch((error: unknown) => error);
  expect(TimeoutError.isInstance(problem)).toBe(true);
  expect(problem).toMatchObject({ code: "timed_out", status: undefined });
  expect(seen).toHaveLength(1);
});

test("times out on an answer that does not end", async () => {
  const server = Bun.serve({
    port: 0,
    fetch: () => new Response(new ReadableStream({ start: (c) => c.enqueue("{") })),
  });
  const { quarry } = fakeServer(hanging, { baseUrl: server.url.href, fetch: globalThis.fetch });
  const problem = await quarry.spaces.get("s", { timeoutMs: 200 }).catch((error: unknown) => error);
  await server.stop(true);
  expect(TimeoutError.isInstance(problem)).toBe(true);
});

test("rejects with the signal's reason: before, during, and between attempts", async () => {
  const reason = new Error("enough");
  const early = fakeServer(hanging);
  await expect(early.quarry.spaces.get("s", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(early.seen).toHaveLength(0);
  for (const answer of [hanging, () => refusal(503, { "retry-after": "30" })]) {
    const { quarry, seen } = fakeServer(answer);
    const controller = new AbortController();
    const call = quarry.spaces.get("s", { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 20);
    await expect(call).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
  }
});
