import { expect, test } from "bun:test";
import { QuarryError } from "@quarry/core";
import { ProviderFault } from "./provider-fault.ts";
import { createProviderLimiter, type ProviderLimiterOptions } from "./provider-limiter.ts";
import type { Timer } from "./timer.ts";

/** A timer that a test advances. */
function virtualTimer(): Timer & { advance(ms: number): Promise<void> } {
  let nowMs = 0;
  let due: { atMs: number; run: () => void }[] = [];
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn++) await Promise.resolve();
  };
  return {
    now: () => nowMs,
    schedule(delayMs, run) {
      const entry = { atMs: nowMs + delayMs, run };
      due.push(entry);
      return () => {
        due = due.filter((other) => other !== entry);
      };
    },
    async advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        await settle();
        const next = due.filter((entry) => entry.atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined) break;
        nowMs = next.atMs;
        due = due.filter((entry) => entry !== next);
        next.run();
      }
      nowMs = endMs;
    },
  };
}

function setUp(options: Partial<ProviderLimiterOptions> = {}) {
  const timer = virtualTimer();
  const limiter = createProviderLimiter({
    provider: "The embedding provider (fake)",
    timer,
    random: () => 0,
    ...options,
  });
  const startedAtMs: number[] = [];
  let behaviour: () => Promise<string> = async () => "ok";
  const call = (): Promise<string> => {
    startedAtMs.push(timer.now());
    return behaviour();
  };
  const outcome = (promise: Promise<string>): Promise<string> =>
    promise.catch((error: unknown) => {
      if (!QuarryError.isInstance(error)) throw error;
      return `${error.code} after ${timer.now()}, again in ${error.retryAfterMs}: ${error.message}`;
    });
  return {
    timer,
    limiter,
    startedAtMs,
    run: (lane: "query" | "document") => outcome(limiter.run(lane, call)),
    behave: (next: () => Promise<string>) => {
      behaviour = next;
    },
  };
}

const fail = (kind: ProviderFault["kind"], retryAfterMs?: number) => async (): Promise<never> => {
  throw new ProviderFault(kind, `it was ${kind}`, retryAfterMs);
};

test("limits concurrent calls", async () => {
  const { timer, run, behave } = setUp({ concurrency: 3 });
  let running = 0;
  let most = 0;
  behave(async () => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => void timer.schedule(100, resolve));
    running -= 1;
    return "ok";
  });
  const work = Promise.all(Array.from({ length: 10 }, () => run("document")));
  await timer.advance(400);
  expect(await work).toEqual(new Array(10).fill("ok"));
  expect(most).toBe(3);
});

test("pauses all calls after a 429, then starts a single one", async () => {
  const { timer, run, behave, startedAtMs } = setUp();
  behave(fail("throttled", 10_000));
  const work = Promise.all(Array.from({ length: 6 }, () => run("document")));
  await timer.advance(9_999);
  expect(startedAtMs).toEqual([0, 0, 0, 0]);
  await timer.advance(2);
  expect(startedAtMs.length).toBe(5);
  behave(async () => "ok");
  await timer.advance(10_000);
  expect(await work).toEqual(new Array(6).fill("ok"));
});

test("doubles the backoff once for four concurrent failures", async () => {
  const { timer, run, behave, startedAtMs } = setUp({ baseDelayMs: 1000 });
  behave(fail("throttled"));
  const work = [run("document"), run("document"), run("document"), run("document")];
  await timer.advance(10_000);
  // Half of 1, 2, 4, 8 s: the minimum of the jitter.
  expect(startedAtMs).toEqual([0, 0, 0, 0, 500, 1500, 3500, 7500]);
  behave(async () => "ok");
  await timer.advance(20_000);
  expect(await Promise.all(work)).toEqual(["ok", "ok", "ok", "ok"]);
});

test("retries documents for longer than a minute, and fails after their budget", async () => {
  const { timer, run, behave } = setUp({ documentBudgetMs: 300_000 });
  behave(fail("throttled"));
  const first = run("document");
  await timer.advance(90_000);
  behave(async () => "ok");
  await timer.advance(30_000);
  expect(await first).toBe("ok");

  behave(fail("throttled"));
  const startMs = timer.now();
  const second = run("document");
  await timer.advance(400_000);
  const [, afterMs, againMs] = /after (\d+), again in (\d+): it was throttled/.exec(await second) ?? [];
  expect(Number(afterMs) - startMs).toBeLessThanOrEqual(300_000);
  expect(Number(afterMs) - startMs).toBeGreaterThan(250_000);
  expect(Number(againMs)).toBeGreaterThan(0);
});

test("fails immediately if the requested pause exceeds the budget", async () => {
  const { timer, run, behave } = setUp();
  behave(fail("throttled", 3_600_000));
  const work = run("document");
  await timer.advance(1);
  expect(await work).toContain("unavailable after 0, again in 3600000");
});

test("keeps calls waiting beyond their budget while other calls succeed", async () => {
  const { timer, run, behave } = setUp({ concurrency: 1, documentBudgetMs: 1000 });
  behave(async () => {
    await new Promise<void>((resolve) => void timer.schedule(400, resolve));
    return "ok";
  });
  const work = Promise.all(Array.from({ length: 10 }, () => run("document")));
  await timer.advance(5000);
  expect(await work).toEqual(new Array(10).fill("ok"));
});

test("gives queries slots of their own and priority after a pause", async () => {
  const { timer, limiter } = setUp({ concurrency: 2 });
  const order: string[] = [];
  const slow = (name: string) => async (): Promise<string> => {
    order.push(name);
    await new Promise<void>((resolve) => void timer.schedule(1000, resolve));
    return name;
  };
  const work = [1, 2, 3].map((at) => limiter.run("document", slow(`d${at}`)));
  work.push(limiter.run("query", slow("q1")));
  await timer.advance(500);
  expect(order).toEqual(["d1", "d2", "q1"]);
  await timer.advance(2000);
  await Promise.all(work);

  const throttled = limiter.run("document", async () => {
    if (order.push("x") < 6) throw new ProviderFault("throttled", "wait", 1000);
    return "x";
  });
  await timer.advance(10);
  const query = limiter.run("query", slow("q2"));
  await timer.advance(4000);
  await Promise.all([throttled, query]);
  expect(order.slice(4)).toEqual(["x", "q2", "x"]);
});

test("times out a call that ignores its signal", async () => {
  const { timer, run, behave } = setUp({ queryTimeoutMs: 3000 });
  behave(() => new Promise(() => {}));
  const query = run("query");
  await timer.advance(3000);
  expect(await query).toContain(
    "unavailable after 3000, again in 1000: The embedding provider (fake) did not answer within 3 s",
  );
});

test("does not retry permanent failures", async () => {
  const { run, behave, startedAtMs } = setUp();
  behave(fail("misconfigured"));
  expect(await run("document")).toContain("again in undefined: it was misconfigured");
  behave(fail("rejected"));
  expect(await run("query")).toContain("it was rejected");
  expect(startedAtMs.length).toBe(2);
});

test("limits the attempts of documents while the provider is unavailable", async () => {
  const { timer, run, behave, startedAtMs } = setUp({ maxAttempts: 4 });
  behave(fail("unavailable"));
  const work = run("document");
  await timer.advance(60_000);
  expect(await work).toContain("it was unavailable");
  expect(startedAtMs.length).toBe(4);
});

test("fails queries immediately while the provider is unavailable, except for a probe", async () => {
  const { timer, run, behave, startedAtMs } = setUp({
    circuitFailures: 3,
    circuitOpenMs: 5000,
    baseDelayMs: 60_000,
    maxDelayMs: 60_000,
  });
  behave(fail("unavailable"));
  for (let turn = 0; turn < 3; turn++) {
    const document = run("document");
    await timer.advance(turn === 2 ? 1 : 60_000);
    void document;
  }
  const calls = startedAtMs.length;
  expect(calls).toBeGreaterThanOrEqual(3);
  expect(await run("query")).toContain("it was unavailable");
  expect(startedAtMs.length).toBe(calls);

  await timer.advance(5000);
  const before = startedAtMs.length;
  expect(await Promise.all([run("query"), run("query"), run("query")])).toHaveLength(3);
  expect(startedAtMs.length).toBe(before + 1);

  behave(async () => "ok");
  expect(await run("query")).toContain("it was unavailable");
  await timer.advance(5000);
  expect(await run("query")).toBe("ok");
  expect(await run("query")).toBe("ok");
});

test("close fails waiting, running and later calls", async () => {
  const { limiter, run, behave } = setUp({ concurrency: 1 });
  behave(() => new Promise(() => {}));
  const work = [run("document"), run("document"), run("query")];
  limiter.close();
  work.push(run("document"));
  for (const ended of await Promise.all(work)) expect(ended).toContain("closed");
});

test("reports the first failure when the remaining time of the query cuts the retry short", async () => {
  const { timer, run, behave } = setUp({ queryTimeoutMs: 1000, baseDelayMs: 1000 });
  behave(async () => {
    behave(() => new Promise(() => undefined));
    return fail("unavailable")();
  });
  const answer = run("query");
  await timer.advance(1001);
  expect(await answer).toContain("it was unavailable");
});
