import { describe, expect, test } from "bun:test";
import { createKeyedMutex } from "./keyed-mutex.ts";

/** A task that ends when the test calls a function. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { task: () => promise, end: resolve };
}

const settle = () => Bun.sleep(1);

describe("the mutex", () => {
  test("returns the task's result", async () => {
    const mutex = createKeyedMutex();
    expect(await mutex.run(["a"], async () => 42)).toBe(42);
    expect(await mutex.run([], async () => "no key")).toBe("no key");
  });

  test("runs tasks with the same key one after another, in order", async () => {
    const mutex = createKeyedMutex();
    const log: number[] = [];
    let running = 0;
    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        mutex.run(["a"], async () => {
          running += 1;
          expect(running).toBe(1);
          await Bun.sleep(at % 3);
          log.push(at);
          running -= 1;
        }),
      ),
    );
    expect(log).toEqual(Array.from({ length: 50 }, (_, at) => at));
  });

  test("runs tasks with different keys concurrently", async () => {
    const mutex = createKeyedMutex();
    const first = held();
    const blocked = mutex.run(["a"], first.task);
    expect(await mutex.run(["b"], async () => "b")).toBe("b");
    first.end();
    await blocked;
  });

  test("holds all keys until the task ends", async () => {
    const mutex = createKeyedMutex();
    const [first, log] = [held(), [] as string[]];
    const both = mutex.run(["a", "b"], first.task);
    await settle();
    const rest = ["a", "b"].map((key) => mutex.run([key], async () => void log.push(key)));
    await settle();
    expect(log).toEqual([]);
    first.end();
    await Promise.all([both, ...rest]);
    expect(log.sort()).toEqual(["a", "b"]);
  });

  test("acquires a repeated key once", async () => {
    expect(await createKeyedMutex().run(["a", "b", "a"], async () => "done")).toBe("done");
  });

  test("does not deadlock", async () => {
    const mutex = createKeyedMutex();
    const keys = ["a", "b", "c", "d"];
    const busy = new Set<string>();
    let done = 0;
    await Promise.all(
      Array.from({ length: 300 }, (_, at) => {
        const wanted = [keys[at % 4], keys[(at * 7 + 3) % 4], keys[(at * 5 + 2) % 4]] as string[];
        if (at % 2) wanted.reverse();
        return mutex.run(wanted, async () => {
          const own = new Set(wanted);
          for (const key of own) expect(busy.has(key)).toBe(false);
          for (const key of own) busy.add(key);
          await Promise.resolve();
          for (const key of own) busy.delete(key);
          done += 1;
        });
      }),
    );
    expect(done).toBe(300);
  });

  test("continues after a failed task and rejects only its caller", async () => {
    const mutex = createKeyedMutex();
    const failed = mutex.run(["a", "b"], () => Promise.reject(new Error("no")));
    const thrown = mutex.run(["a"], () => {
      throw new Error("immediately");
    });
    const next = mutex.run(["b", "a"], async () => "next");
    const outcomes = await Promise.allSettled([failed, thrown]);
    expect(outcomes.map((outcome) => outcome.status === "rejected" && `${outcome.reason}`)).toEqual([
      "Error: no",
      "Error: immediately",
    ]);
    expect(await next).toBe("next");
  });
});
