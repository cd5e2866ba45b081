import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { QuarryError } from "@quarry/core";
import { openBackups } from "../../../server/src/compose/base.ts";
import { type BackupDeps, backUp } from "../../../server/src/operations/backup/back-up.ts";
import type { OpenDatabase } from "../../../server/src/platform/database/database.ts";
import { runCommand } from "../../support/command.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { openTestDatabase } from "../../support/shared-postgres.ts";
import { sentence } from "../queries/corpus.ts";

// The embedder is away while a backup asks its sample questions.

const DOCUMENTS = 5;

let app: InProcessApp;
let database: OpenDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-backup-questions-"));
  app = await startApp({
    openDatabase: async (options) => {
      database = await openTestDatabase(options);
      return database;
    },
  });
  const { space } = await app.quarry.spaces.create({ name: "Asked" });
  for (let at = 0; at < DOCUMENTS; at += 1)
    await app.quarry.documents.upsert({ spaceId: space.id, filename: `${at}.md`, content: sentence(at) });
}, 120_000);
afterAll(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

type Query = BackupDeps["queries"]["query"];

/** Backs up with questions that `change` answers. @param change Receives the number of the question. */
async function backUpWith(change: (answer: () => ReturnType<Query>, at: number) => ReturnType<Query>) {
  const { db, blobs, clock, queries } = app.deps;
  let asked = 0;
  const query: Query = (...args) => {
    asked += 1;
    return change(() => queries.query(...args), asked);
  };
  const { connect } = database;
  const deps = { db, blobs, clock, connect, queries: { ...queries, query }, openBackups };
  const path = await mkdtemp(join(folder, "backups-"));
  const events = await Array.fromAsync(backUp(deps, path));
  return { path, result: events.find((event) => event.type === "result") };
}

async function verified(path: string) {
  const { code, lines } = await runCommand(["verify", path], {});
  return { code, text: lines.join() };
}

const away = () => {
  throw new QuarryError("unavailable", "The embedder is away.");
};

const UNASKED = "no sample question was answered completely";

test("verify says so when no question was answered completely, and the backup is made all the same", async () => {
  const { path, result } = await backUpWith(async (answer) => ({
    ...(await answer()),
    degraded: { mode: "lexical", reason: "The embedder is away." },
  }));
  expect(result).toMatchObject({ isGood: true, text: expect.stringContaining(UNASKED) });
  expect(await verified(path)).toEqual({ code: 1, text: expect.stringContaining(UNASKED) });
}, 120_000);

test("a backup is made while questions cannot be asked at all", async () => {
  const { result } = await backUpWith(async () => away());
  expect(result).toMatchObject({ isGood: true, text: expect.stringContaining(UNASKED) });
});

test("the first answers count when only the second asking fails", async () => {
  const { path, result } = await backUpWith(async (answer, at) => (at > DOCUMENTS ? away() : answer()));
  expect(result).toMatchObject({ isGood: true, text: expect.not.stringContaining(UNASKED) });
  const text = expect.stringContaining(`${DOCUMENTS} of ${DOCUMENTS} questions find the same passages`);
  expect(await verified(path)).toEqual({ code: 0, text });
}, 120_000);
