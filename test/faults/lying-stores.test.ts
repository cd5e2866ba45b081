import { describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reply } from "../contract/caller.ts";
import { expectStatus } from "../contract/expecting.ts";
import { type Json, objects } from "../contract/reading.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { LIE_NAMES, type Lie, LYING_STORE, tellLie } from "../support/lying-store.ts";
import { createTestDatabase } from "../support/shared-postgres.ts";
import { until } from "../support/until.ts";

// A vector store by someone else may throw, hang or lie. The service names it, answers by words, and recovers.

const OLD = "A heron stands in the reeds.";
const NEW = "A bittern booms at night.";
/** Longer than a write may take. */
const PATIENCE_MS = 60_000;

/** A service with a lying store. */
interface Liar {
  readonly dataDir: string;
  readonly put: (filename: string, content: string) => Promise<Reply>;
  readonly ask: (fields: Json) => Promise<Reply>;
  readonly otherSpaceId: string;
  readonly readiness: () => Promise<{ status: number; text: string }>;
  readonly logLines: () => readonly string[];
  restart(before: () => void): Promise<void>;
  stop(): Promise<void>;
}

async function startLiar(): Promise<Liar> {
  const dataDir = await mkdtemp(join(tmpdir(), "quarry-liar-"));
  const database = await createTestDatabase();
  const start = () => startApp({ dataDir, env: LYING_STORE, openDatabase: database.open });
  let app: InProcessApp = await start();
  const { quarry } = app;
  const spaceId = (await quarry.spaces.create({ name: "Told" })).space.id;
  const otherSpaceId = (await quarry.spaces.create({ name: "Other" })).space.id;
  for (const space of [spaceId, otherSpaceId])
    await quarry.documents.upsert({ spaceId: space, filename: "a.md", content: OLD });
  return {
    dataDir,
    otherSpaceId,
    put: (filename, content) => app.call("PUT", "/api/documents", { body: { spaceId, filename, content } }),
    ask: (fields) =>
      app.call("POST", "/api/query", { body: { query: "heron", spaceIds: spaceId, ...fields } }),
    readiness: () => app.call("GET", "/ready"),
    logLines: () => app.logLines,
    async restart(before) {
      await app.stop();
      before();
      app = await start();
    },
    async stop() {
      tellLie(dataDir, "none");
      await app.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The stores mostly hang or wait, so all of them are tried at the same time. */
const testLiar = (name: string, task: (liar: Liar) => Promise<void>) =>
  test.concurrent(name, async () => {
    const liar = await startLiar();
    await task(liar).finally(liar.stop);
  }, 180_000);

const texts = ({ json }: Reply): unknown[] =>
  objects(json.results ?? []).map((item) => (item.chunk as Json).content);

/** True when only the vector finds it: the question has other words. */
const isFoundByVector = async ({ ask }: Liar, content: string): Promise<boolean> =>
  texts(await ask({ query: content, mode: "vector" })).includes(content);

/** Asks in every way, until each member of the store was called a few times. */
async function askAll({ ask, otherSpaceId }: Liar): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now();
    const hybrid = await ask({});
    expectStatus(hybrid, 200);
    expect(texts(hybrid)).toContain(OLD);
    const other = await ask({ spaceIds: otherSpaceId });
    expect(texts(other)).toContain(OLD);
    const byVector = await ask({ mode: "vector" });
    expect([200, 503]).toContain(byVector.status);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  }
}

/** Lies that answers show as `degraded`. */
const SHOWN: readonly Lie[] = [
  "throws an Error",
  "throws a string",
  "rejects with nothing",
  "throws at once",
  "hangs on reads",
  "returns NaN",
  "returns a foreign space",
  "returns no array",
  "says ready but is not",
];
/** Lies that make a write fail. */
const WRITES_FAIL: readonly Lie[] = [
  "throws an Error",
  "throws a string",
  "rejects with nothing",
  "hangs on writes",
  "says ready but is not",
];

async function survive(liar: Liar, lie: Lie): Promise<void> {
  await askAll(liar);
  if (SHOWN.includes(lie)) {
    const { degraded } = (await liar.ask({})).json;
    expect(degraded).toMatchObject({ mode: "lexical", reason: expect.stringContaining("vector store liar") });
  }
  const written = await liar.put("new.md", NEW);
  if (WRITES_FAIL.includes(lie)) expectStatus(written, 503);
  else expectStatus(written, 201);

  const named = liar.logLines().filter((line) => line.includes("vector store liar"));
  expect(named.join("\n")).toMatch(
    /(query|scores|upsert|delete|count|scan|ready) (does not work|took|returned)/,
  );
  expect(named.join("\n")).not.toMatch(/heron|bittern/);
  // Once each, however often it happened.
  expect(new Set(named).size).toBe(named.length);
  const { text } = await liar.readiness();
  expect(text).toContain("vector store liar");
  if (lie === "returns unknown ids") expect(text).toContain("query returned");
}

async function recover(liar: Liar): Promise<void> {
  await until(
    "the store to be whole and well",
    async () => {
      await liar.put("new.md", NEW);
      await liar.ask({});
      const isWhole = (await isFoundByVector(liar, OLD)) && (await isFoundByVector(liar, NEW));
      const { status, text } = await liar.readiness();
      return (isWhole && status === 200 && text.includes('"ok"')) || undefined;
    },
    PATIENCE_MS,
  );
}

const hangs = (lie: Lie) => Number(lie.startsWith("hangs"));

test("ten kinds of lies and more are tried", () => {
  expect(LIE_NAMES.length).toBeGreaterThanOrEqual(10);
});

/** Stores that hang take longest, so they start first. */
const SLOWEST_FIRST = LIE_NAMES.toSorted((one, other) => hangs(other) - hangs(one));

for (const lie of SLOWEST_FIRST)
  describe(`a store that ${lie}`, () => {
    testLiar("later on is named and survived, and comes back", async (liar) => {
      tellLie(liar.dataDir, lie);
      await survive(liar, lie);
      tellLie(liar.dataDir, "none");
      await recover(liar);
    });

    testLiar("at the start is named and survived, and comes back", async (liar) => {
      await liar.restart(() => tellLie(liar.dataDir, lie));
      await until("the start", async () => ((await liar.ask({})).status === 200 ? true : undefined), 40_000);
      await survive(liar, lie);
      tellLie(liar.dataDir, "none");
      await recover(liar);
    });
  });

describe("an outage of a store that is not durable", () => {
  testLiar("what was written meanwhile is found afterwards, without another write", async (liar) => {
    const names = Array.from({ length: 24 }, (_, at) => `Note ${at} about curlew${at}x.`);
    tellLie(liar.dataDir, "throws a string");
    await Promise.all(names.map((content, at) => liar.put(`n${at}.md`, content)));
    tellLie(liar.dataDir, "none");
    await until(
      "all to be found",
      async () => {
        for (const content of names) if (!(await isFoundByVector(liar, content))) return undefined;
        return true;
      },
      20_000,
    );
  });

  testLiar("an identical PUT repairs the store", async (liar) => {
    tellLie(liar.dataDir, "throws a string");
    expectStatus(await liar.put("again.md", NEW), 503);
    tellLie(liar.dataDir, "none");
    expectStatus(await liar.put("again.md", NEW), 200);
    expect(await isFoundByVector(liar, NEW)).toBe(true);
  });
});
