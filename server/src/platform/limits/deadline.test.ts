import { expect, test } from "bun:test";
import { within } from "./deadline.ts";

const never = () => new Promise<never>(() => undefined);

test("work that ends in time has its own outcome", async () => {
  expect(await within(1000, Promise.resolve("done"))).toBe("done");
  expect(within(1000, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

test("work that takes too long is refused as unavailable and stopped, and what it does later harms nothing", async () => {
  const late = Promise.withResolvers<string>();
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  const refusal = await within(20, late.promise, { stop }).catch((error: unknown) => error);
  expect(isStopped).toBe(true);
  expect(refusal).toMatchObject({ code: "unavailable", status: 503, retryAfterMs: 5000 });
  late.reject(new Error("too late"));
  await Bun.sleep(1);
});

test("the time is not waited for when the work is done", async () => {
  const start = performance.now();
  await within(60_000, Promise.resolve(1));
  expect(performance.now() - start).toBeLessThan(1000);
  await expect(within(5, never())).rejects.toThrow("5 ms");
});
