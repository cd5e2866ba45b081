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

test.each([
  [429, 2],
  [503, 2],
  [408, 1],
  [500, 1],
  [502, 1],
])("after %d sends a creation %d time(s)", async (status, times) => {
  const { quarry, seen } = fakeServer((_, index) => (index < 1 ? refusal(status) : json({ space: {} })));
  await quarry.spaces.create({ name: "A" }).catch(() => {});
  expect(seen).toHaveLength(times);
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

test("repeats a question whose connection broke, but not a creation", async () => {
  const question = fakeServer((request, index) =>
    index === 0 ? broken(request, 0) : json({ results: [], totalResults: 0 }),
  );
  await question.quarry.query({ query: "q", spaceIds: "s" });
  expect(question.seen).toHaveLength(2);
  const creation = fakeServer(broken);
  const problem = await creation.quarry.spaces.create({ name: "A" }).catch((error: unknown) => error);
  expect(ConnectionError.isInstance(problem)).toBe(true);
  expect((problem as Error).message).toBe("POST http://quarry.test/api/spaces: socket closed");
  expect(creation.seen).toHaveLength(1);
});

test("waits longer each time, within bounds, and leaves a long wait to the caller", () => {
  const error = new QuarryError("x", { code: "internal", status: 500 });
  for (const [attempt, longest] of [500, 1000, 2000, 4000, 8000, 8000].entries()) {
    const delay = retryDelayMs(error, attempt, true) ?? Number.NaN;
    expect(delay).toBeLessThanOrEqual(longest);
    expect(delay).toBeGreaterThanOrEqual(longest * 0.75);
  }
  const limited = (retryAfterMs: number) =>
    new QuarryError("x", { code: "rate_limited", status: 429, retryAfterMs });
  expect(retryDelayMs(limited(2000), 0, false)).toBeGreaterThanOrEqual(2000);
  expect(retryDelayMs(limited(61_000), 0, false)).toBeUndefined();
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
