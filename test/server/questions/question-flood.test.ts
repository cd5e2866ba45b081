import { afterAll, beforeAll, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { ANSWERED, startAsking } from "./asking.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

/** The most questions of an organization that are held in memory. */
const HELD = 2000;
const OF_BATCH = 20;

test("questions are answered while the log cannot be written; beyond a bound they are dropped and counted", async () => {
  const { quarry, spaceId } = await startAsking(app, "on");
  const batch = { queries: Array(OF_BATCH).fill({ query: ANSWERED, spaceIds: spaceId }) };
  const asked = HELD + 300;
  await app.deps.db.transaction(async (tx) => {
    await tx.execute("lock table questions in access exclusive mode");
    // Answers that waited for the log would wait for the end of this transaction.
    for (let count = 0; count < asked; count += OF_BATCH) {
      const { answers } = await quarry.queryBatch(batch);
      expect(answers.every(({ totalResults }) => totalResults > 0)).toBe(true);
    }
  });
  expect((await quarry.questions.list({ pageSize: 1 })).pagination.total).toBe(HELD);
  expect((await quarry.questions.settings()).settings.dropped).toBe(asked - HELD);
  // The memory is free again.
  await quarry.queryBatch(batch);
  expect((await quarry.questions.list({ pageSize: 1 })).pagination.total).toBe(HELD + OF_BATCH);
  expect((await quarry.questions.settings()).settings.dropped).toBe(asked - HELD);
}, 120_000);

test("locked settings of an organization delay no other's log, and its questions are written later", async () => {
  const locked = await startAsking(app, "on");
  const free = await startAsking(app, "on");
  await app.deps.db.transaction(async (tx) => {
    await tx.execute(`select 1 from question_settings where org_id = '${locked.orgId}' for update`);
    await locked.ask("Locked?");
    // Longer than until the first writing.
    await Bun.sleep(1200);
    await free.ask("Free?");
    expect(await free.texts()).toEqual(["Free?"]);
    // It does not wait for the end of this transaction either, and has not seen its question yet.
    const read = await Promise.all([locked.texts(), locked.texts(), locked.texts()]);
    expect(read).toEqual([[], [], []]);
  });
  expect(await locked.texts()).toEqual(["Locked?"]);
  expect((await locked.quarry.questions.settings()).settings.dropped).toBe(0);
}, 60_000);

test("what cannot be written is dropped and counted, and the next questions are written", async () => {
  const { quarry, ask, texts, orgId } = await startAsking(app, "on");
  const refuse = `org_id <> '${orgId}' or text <> 'Refused?'`;
  await app.deps.db.execute(`alter table questions add constraint refused check (${refuse})`);
  try {
    await ask("Refused?");
    expect(await texts()).toEqual([]);
    await ask("Written?");
    expect(await texts()).toEqual(["Written?"]);
  } finally {
    await app.deps.db.execute("alter table questions drop constraint refused");
  }
  expect((await quarry.questions.settings()).settings.dropped).toBe(1);
  expect(app.logLines.join("\n")).toContain("Questions could not be recorded");
});
