import { expect, test } from "bun:test";
import { createFairQueue } from "./fair-queue.ts";

function start(concurrency: number) {
  const run = createFairQueue(concurrency);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const task = (name: string, orgId: string) =>
    run(orgId, () => {
      started.push(name);
      return new Promise<void>((end) => ends.push(end));
    });
  const endOne = async () => {
    ends.shift()?.();
    for (let at = 0; at < 10; at += 1) await Promise.resolve();
  };
  return { task, started, endOne };
}

test("organizations take turns, each in its order", async () => {
  const { task, started, endOne } = start(1);
  const all = [
    ...["a1", "a2", "a3", "a4"].map((name) => task(name, "a")),
    ...["b1", "b2"].map((name) => task(name, "b")),
    task("c1", "c"),
  ];
  for (let at = 0; at < all.length; at += 1) await endOne();
  await Promise.all(all);
  expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("the organization with the fewest running tasks is next", async () => {
  const { task, started, endOne } = start(3);
  const all = ["a1", "a2", "a3", "a4", "a5"].map((name) => task(name, "a"));
  all.push(task("b1", "b"), task("b2", "b"));
  await endOne();
  await endOne();
  // Now each of them runs one.
  expect(started).toEqual(["a1", "a2", "a3", "b1", "a4"]);
  for (let at = 0; at < 5; at += 1) await endOne();
  await Promise.all(all);
});

test("a task that fails makes room", async () => {
  const run = createFairQueue(1);
  const failed = run("a", () => Promise.reject(new Error("broken")));
  const next = run("b", async () => "done");
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("done");
});
