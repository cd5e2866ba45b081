import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LIMITS } from "@quarry/schema";
import { ConflictError, NotFoundError, UnavailableError } from "@quarry/sdk";
import { rejection } from "../../support/failure.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { addDocuments, runSql } from "../rows.ts";
import { documentsOf, whileLocked } from "./while-locked.ts";

const TOKEN = "a-token-of-the-operator";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_METRICS_TOKEN: TOKEN } });
}, 120_000);
afterAll(() => app.stop());

let spaces = 0;
async function newSpace(documents: number): Promise<string> {
  spaces += 1;
  const { space } = await app.quarry.spaces.create({ name: `Limits ${spaces}` });
  await addDocuments(app.deps.db, app.orgId, space.id, documents);
  return space.id;
}

const start = (spaceId: string) => app.quarry.bulk.start({ spaceId, where: {}, action: "delete" });
const ended = (id: string) => app.quarry.bulk.wait({ id }, { timeoutMs: 30_000 });
const sql = (statement: string) => runSql(app.deps, statement);

async function count(statement: string): Promise<number> {
  const [row] = await sql(`select count(*)::int as n from ${statement}`);
  return Number(row?.n);
}

/** Waits until this many statements wait for a lock. */
const waiting = (statements: number) =>
  until(`${statements} waiting statements`, async () => {
    const blocked = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    return (await count(blocked)) >= statements || undefined;
  });

const message = async (promise: PromiseLike<unknown>, kind: new (...args: never[]) => Error) => {
  const error = await rejection(promise);
  expect(error).toBeInstanceOf(kind);
  return (error as Error).message;
};

test("lists and counts with a filter end after ten seconds, and say how to go on", async () => {
  const spaceId = await newSpace(1);
  await whileLocked(app.deps.db, "lock table documents in access exclusive mode", async () => {
    const messages = await Promise.all([
      message(app.quarry.documents.list({ spaceId, name: "0" }), UnavailableError),
      message(app.quarry.documents.list({ spaceId, filter: { year: 2020 } }), UnavailableError),
      message(app.quarry.bulk.count({ spaceId, where: { name: "0" }, action: "delete" }), UnavailableError),
    ]);
    for (const text of messages) expect(text).toContain("Narrow the filter");
  });
  expect((await app.quarry.documents.list({ spaceId, name: "0" })).data).toHaveLength(1);
}, 60_000);

test("a start does not wait for another one, and few run at a time", async () => {
  const [first, second, third] = [await newSpace(1), await newSpace(1), await newSpace(1)];
  const started: Promise<{ operation: { id: string } }>[] = [];
  await whileLocked(app.deps.db, "lock table bulk_batches in access exclusive mode", async () => {
    started.push(start(first));
    await waiting(1);
    expect(await message(start(first), UnavailableError)).toContain("of this space is being started");
    started.push(start(second));
    await waiting(2);
    expect(await message(start(third), UnavailableError)).toContain("Try again soon");
  });
  for (const { operation } of await Promise.all(started))
    expect(await ended(operation.id)).toMatchObject({ state: "completed", done: 1 });
  expect((await start(third)).count).toBe(1);
});

test("more documents than someone has confirmed are refused", async () => {
  const spaceId = await newSpace(3);
  const request = { spaceId, where: {}, action: "delete" } as const;
  const refused = await message(app.quarry.bulk.start({ ...request, expected: 2 }), ConflictError);
  expect(refused).toContain("3 documents are found now");
  expect((await app.quarry.bulk.list({ spaceId })).data).toEqual([]);
  const { operation } = await app.quarry.bulk.start({ ...request, expected: 3 });
  expect(await ended(operation.id)).toMatchObject({ state: "completed", done: 3 });
});

test("the unfinished operations of an organization are limited in documents", async () => {
  const [busy, other] = [await newSpace(1), await newSpace(1)];
  await whileLocked(app.deps.db, documentsOf(busy), async () => {
    const { operation } = await start(busy);
    const setTotal = (total: number) =>
      sql(`update bulk_operations set total = ${total} where id = '${operation.id}'`);
    await setTotal(LIMITS.bulkOpenDocumentsMax);
    expect(await message(start(other), ConflictError)).toContain("2,000,000 documents");
    await setTotal(1);
    expect((await start(other)).count).toBe(1);
  });
});

test("a document that is counted already is not counted twice", async () => {
  const spaceId = await newSpace(3);
  let id = "";
  await whileLocked(app.deps.db, documentsOf(spaceId), async () => {
    id = (await start(spaceId)).operation.id;
    await waiting(1);
    // As after an attempt whose end was not seen: one document of the batch that waits is counted.
    await sql(`update bulk_batches set document_ids = document_ids[2:] where operation_id = '${id}'`);
    await sql(`update bulk_operations set done = 1 where id = '${id}'`);
  });
  expect(await ended(id)).toMatchObject({ state: "completed", total: 3, done: 3, failed: 0 });
});

test("finished operations are deleted after 30 days, without another start", async () => {
  const [old, recent] = [await newSpace(1), await newSpace(1)];
  const ids = [(await start(old)).operation.id, (await start(recent)).operation.id] as const;
  for (const [at, days] of [31, 29].entries()) {
    await ended(ids[at] ?? "");
    await sql(
      `update bulk_operations set finished_at = now() - interval '${days} days' where id = '${ids[at]}'`,
    );
  }
  await app.deps.eventRetention.run();
  expect(await rejection(app.quarry.bulk.get({ id: ids[0] }))).toBeInstanceOf(NotFoundError);
  expect((await app.quarry.bulk.get({ id: ids[1] })).operation.state).toBe("completed");
});

test("archives with many files are deleted with all of them", async () => {
  const spaceId = await newSpace(0);
  const [first = "", second = "", ...files] = await addDocuments(app.deps.db, app.orgId, spaceId, 1503);
  const members = files.map((id) => `'${id}'`).join(", ");
  await sql(`update documents set part_of = '${first}' where id in (${members})`);
  const { operation } = await app.quarry.bulk.start({ spaceId, ids: [first, second], action: "delete" });
  expect(await ended(operation.id)).toMatchObject({ state: "completed", total: 2, done: 2, failed: 0 });
  expect(await count(`documents where space_id = '${spaceId}'`)).toBe(0);
}, 60_000);

describe("the queue of operations in /metrics", () => {
  const reading = async (series: string, state: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const { text } = await app.call("GET", "/metrics", { key: null, headers });
    const labels = ['queue="bulk_operations"', `state="${state}"`];
    const line = text
      .split("\n")
      .find((one) => one.startsWith(`${series}{`) && labels.every((label) => one.includes(label)));
    return Number(line?.split(" ").at(-1));
  };

  test("shows a long operation that works as running, and the next one of its space as later", async () => {
    const spaceId = await newSpace(1);
    const unfinished = "bulk_operations where finished_at is null";
    await until("the others to end", async () => (await count(unfinished)) === 0 || undefined);
    await whileLocked(app.deps.db, documentsOf(spaceId), async () => {
      const { operation } = await start(spaceId);
      await start(spaceId);
      await waiting(1);
      await sql(
        `update bulk_operations set created_at = now() - interval '1 day' where id = '${operation.id}'`,
      );
      const lengths = ["running", "due", "later"].map((state) => reading("quarry_queue_entries", state));
      expect(await Promise.all(lengths)).toEqual([1, 0, 1]);
      expect(await reading("quarry_queue_oldest_seconds", "running")).toBe(0);
    });
  });
});
