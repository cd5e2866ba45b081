import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reply } from "../contract/caller.ts";
import { expectStatus } from "../contract/expecting.ts";
import { type Json, objects } from "../contract/reading.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { LIE_NAMES, type Lie, LYING_STORE, tellLie } from "../support/lying-store.ts";
import { until } from "../support/until.ts";

// A vector store by someone else may throw, hang or lie. The service names it, answers by words, and recovers.

const OLD = "A heron stands in the reeds.";
const NEW = "A bittern booms at night.";
/** Longer than a write may take. */
const PATIENCE_MS = 60_000;

let dataDir: string;
let app: InProcessApp | undefined;
let spaceId: string;
let otherSpaceId: string;

const running = (): InProcessApp => {
  if (!app) throw new Error("no application is running");
  return app;
};

const start = async () => {
  app = await startApp({ dataDir, env: LYING_STORE });
};

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "quarry-liar-"));
  await start();
  const { quarry } = running();
  spaceId = (await quarry.spaces.create({ name: "Told" })).space.id;
  otherSpaceId = (await quarry.spaces.create({ name: "Other" })).space.id;
  for (const space of [spaceId, otherSpaceId])
    await quarry.documents.upsert({ spaceId: space, filename: "a.md", content: OLD });
}, 120_000);

afterEach(async () => {
  tellLie(dataDir, "none");
  await app?.stop();
  app = undefined;
  await rm(dataDir, { recursive: true, force: true });
}, 120_000);

const put = (filename: string, content: string): Promise<Reply> =>
  running().call("PUT", "/api/documents", { body: { spaceId, filename, content } });

const ask = (fields: Json): Promise<Reply> =>
  running().call("POST", "/api/query", { body: { query: "heron", spaceIds: spaceId, ...fields } });

const texts = ({ json }: Reply): unknown[] =>
  objects(json.results ?? []).map((item) => (item.chunk as Json).content);

/** True when only the vector finds it: the question has other words. */
const isFoundByVector = async (content: string): Promise<boolean> =>
  texts(await ask({ query: content, mode: "vector" })).includes(content);

async function readiness(): Promise<{ status: number; text: string }> {
  const { status, text } = await running().call("GET", "/ready");
  return { status, text };
}

/** Asks in every way, until each member of the store was called a few times. */
async function askAll(): Promise<void> {
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

async function survive(lie: Lie): Promise<void> {
  await askAll();
  if (SHOWN.includes(lie)) {
    const { degraded } = (await ask({})).json;
    expect(degraded).toMatchObject({ mode: "lexical", reason: expect.stringContaining("vector store liar") });
  }
  const written = await put("new.md", NEW);
  if (WRITES_FAIL.includes(lie)) expectStatus(written, 503);
  else expectStatus(written, 201);

  const named = running().logLines.filter((line) => line.includes("vector store liar"));
  expect(named.join("\n")).toMatch(
    /(query|scores|upsert|delete|count|scan|ready) (does not work|took|returned)/,
  );
  expect(named.join("\n")).not.toMatch(/heron|bittern/);
  // Once each, however often it happened.
  expect(new Set(named).size).toBe(named.length);
  const { text } = await readiness();
  expect(text).toContain("vector store liar");
  if (lie === "returns unknown ids") expect(text).toContain("query returned");
}

async function recover(): Promise<void> {
  await until(
    "the store to be whole and well",
    async () => {
      await put("new.md", NEW);
      await ask({});
      const isWhole = (await isFoundByVector(OLD)) && (await isFoundByVector(NEW));
      const { status, text } = await readiness();
      return (isWhole && status === 200 && text.includes('"ok"')) || undefined;
    },
    PATIENCE_MS,
  );
}

for (const lie of LIE_NAMES)
  describe(`a store that ${lie}`, () => {
    test("later on is named and survived, and comes back", async () => {
      tellLie(dataDir, lie);
      await survive(lie);
      tellLie(dataDir, "none");
      await recover();
    }, 180_000);

    test("at the start is named and survived, and comes back", async () => {
      await running().stop();
      tellLie(dataDir, lie);
      await start();
      await until("the start", async () => ((await ask({})).status === 200 ? true : undefined), 40_000);
      await survive(lie);
      tellLie(dataDir, "none");
      await recover();
    }, 180_000);
  });

describe("an outage of a store that is not durable", () => {
  test("what was written meanwhile is found afterwards, without another write", async () => {
    const names = Array.from({ length: 24 }, (_, at) => `Note ${at} about curlew${at}x.`);
    tellLie(dataDir, "throws a string");
    await Promise.all(names.map((content, at) => put(`n${at}.md`, content)));
    tellLie(dataDir, "none");
    await until(
      "all to be found",
      async () => {
        for (const content of names) if (!(await isFoundByVector(content))) return undefined;
        return true;
      },
      20_000,
    );
  }, 120_000);

  test("an identical PUT repairs the store", async () => {
    tellLie(dataDir, "throws a string");
    expectStatus(await put("again.md", NEW), 503);
    tellLie(dataDir, "none");
    expectStatus(await put("again.md", NEW), 200);
    expect(await isFoundByVector(NEW)).toBe(true);
  }, 120_000);
});
