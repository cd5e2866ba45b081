import { describe, expect, test } from "bun:test";
import { outageGroup, vectorStoreSuite } from "@quarry/conformance";
import { QuarryError, type VectorStore } from "@quarry/core";
import { createMemoryVectorStore } from "@quarry/memory";
import { runRecorded } from "./recording-runner.ts";

// The suite's tests of `unavailable` and `ready`, and its report of what it skipped.

/** A store whose engine can be interrupted. */
function interruptible(away: (member: string) => unknown = () => new QuarryError("unavailable", "Away.")) {
  const good = createMemoryVectorStore();
  let isAway = false;
  const check = async (member: string) => {
    if (!isAway) return;
    const error = away(member);
    if (error !== undefined) throw error;
  };
  const store: VectorStore = {
    name: good.name,
    capabilities: good.capabilities,
    upsert: async (records) => check("upsert").then(() => good.upsert(records)),
    delete: async (selector) => check("delete").then(() => good.delete(selector)),
    query: async (query) => check("query").then(() => good.query(query)),
    count: async (scope) => check("count").then(() => good.count(scope)),
    async *scan(orgId) {
      await check("scan");
      yield* good.scan(orgId);
    },
    ready: () => check("ready"),
    close: () => good.close(),
  };
  const interrupt = async () => {
    isAway = true;
    return async () => {
      isAway = false;
    };
  };
  return { store, interrupt };
}

async function run(create: () => ReturnType<typeof interruptible>): Promise<readonly string[]> {
  const { count, failures } = await runRecorded((runner) =>
    outageGroup(runner, async () => {
      const { store, interrupt } = create();
      return { store, interrupt, cleanUp: () => store.close() };
    }),
  );
  expect(count).toBe(2);
  return failures.map(({ message }) => message);
}

describe("the suite's tests of outages", () => {
  test("pass for a store that says so", async () => {
    expect(await run(interruptible)).toEqual([]);
  });

  for (const [what, away] of [
    ["throws a plain Error", () => new Error("refused")],
    ["throws another code", () => new QuarryError("internal", "Broken.")],
    [
      "says ready when it is not",
      (member: string) => (member === "ready" ? undefined : new QuarryError("unavailable", "Away.")),
    ],
    [
      "finds nothing instead",
      (member: string) => (member === "query" ? undefined : new QuarryError("unavailable", "Away.")),
    ],
  ] as const)
    test(`fail for a store that ${what}`, async () => {
      expect(await run(() => interruptible(away))).toHaveLength(1);
    });
});

test("the suite reports what it skipped, with the reason", async () => {
  const skipped: string[] = [];
  await runRecorded(
    (runner) =>
      vectorStoreSuite(
        runner,
        async () => {
          const { store } = interruptible();
          return { store, cleanUp: () => store.close() };
        },
        { onSkip: (title, reason) => void skipped.push(`${title}: ${reason}`) },
      ),
    (title) => /durability|outages|growth/.test(title),
  );
  expect(skipped).toEqual([
    "durability where declared: keeps acknowledged writes after a crash: the store does not declare durable",
    "durability where declared: reopens an empty store: the store does not declare durable",
    "outages of the engine: every member rejects with unavailable while the engine is away, and works afterwards: the factory provides no interrupt()",
    "growth: does not grow over thousands of edits, on disk: diskBytes is not given",
  ]);
});
