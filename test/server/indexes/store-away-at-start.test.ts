import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectError, expectMatch, expectStatus } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { AWAY, LYING, MOODY_STORE, setMood, withStore } from "../../support/moody-store.ts";
import { until } from "../../support/until.ts";

// Starting must not wait for the vector store: the lexical index answers until the store is back.

let dataDir: string;
let spaceId: string;
let app: InProcessApp | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "quarry-away-"));
  const first = await startApp({ dataDir });
  spaceId = (await first.quarry.spaces.create({ name: "Start" })).space.id;
  await first.quarry.documents.upsert({ spaceId, filename: "a.md", content: "A heron stands." });
  await first.stop();
}, 120_000);
beforeEach(async () => {
  await app?.stop();
  app = undefined;
});
afterAll(async () => {
  await app?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

for (const [name, mood] of [
  ["is unavailable", AWAY],
  ["reports ready but fails", LYING],
] as const)
  for (const [snapshots, isKept] of [
    ["with snapshots", true],
    ["without snapshots", false],
  ] as const)
    test(`a service that starts ${snapshots} while its new store ${name} answers queries and fills the store later`, async () => {
      if (!isKept) await rm(join(dataDir, "snapshots"), { recursive: true, force: true });
      await rm(join(dataDir, "vector-store"), { recursive: true, force: true });
      // A run with another store in between makes this store new.
      await (await startApp({ dataDir })).stop();
      if (!isKept) await rm(join(dataDir, "snapshots"), { recursive: true, force: true });
      setMood(dataDir, mood);
      const started = await startApp({ dataDir, env: MOODY_STORE });
      app = started;
      const query = (mode: string) =>
        started.call("POST", "/api/query", { body: { query: "heron", spaceIds: spaceId, mode } });
      const words = await query("lexical");
      expectStatus(words, 200);
      expect(words.json.totalResults).toBe(1);
      const hybrid = await query("hybrid");
      expectStatus(hybrid, 200);
      expectMatch(hybrid.json, { totalResults: 1, degraded: { mode: "lexical" } });
      expectError(await query("vector"), 503);
      setMood(dataDir, {});
      await until(
        "the store to be filled",
        async () => ((await query("vector")).json.totalResults === 1 ? true : undefined),
        15_000,
      );
      expectStatus(await started.call("GET", "/ready"), 200);
      expect(await withStore(dataDir, (store) => Array.fromAsync(store.scan(started.orgId)))).toHaveLength(1);
    }, 120_000);
