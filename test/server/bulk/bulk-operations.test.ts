import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LIMITS } from "@quarry/schema";
import { ConflictError, NotFoundError, PermissionDeniedError } from "@quarry/sdk";
import { rejection } from "../../support/failure.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { addDocuments, type Row, runSql } from "../rows.ts";
import { documentsOf, whileLocked } from "./while-locked.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

let spaces = 0;
async function newSpace(documents: number): Promise<string> {
  spaces += 1;
  const { space } = await app.quarry.spaces.create({ name: `Bulk ${spaces}` });
  await addDocuments(app.deps.db, app.orgId, space.id, documents);
  return space.id;
}

const start = (spaceId: string, where = {}) => app.quarry.bulk.start({ spaceId, where, action: "delete" });
const get = async (id: string) => (await app.quarry.bulk.get({ id })).operation;

/** Holds up the work of an operation: its documents are locked, so that a batch waits. */
const whileHeld = (spaceId: string, task: () => Promise<void>) =>
  whileLocked(app.deps.db, documentsOf(spaceId), task);

const count = async (table: string, spaceId: string): Promise<number> => {
  const [row] = await runSql(
    app.deps,
    `select count(*)::int as n from ${table} where space_id = '${spaceId}'`,
  );
  return Number((row as Row).n);
};

describe("operations of a space", () => {
  test("run one after the other, in the order in which they were started", async () => {
    const spaceId = await newSpace(3);
    await whileHeld(spaceId, async () => {
      const first = (await start(spaceId, { name: "0.txt" })).operation;
      const second = (await start(spaceId)).operation;
      expect([first.total, second.total]).toEqual([1, 3]);
      await until("the first to run", async () => (await get(first.id)).state === "running" || undefined);
      await Bun.sleep(200);
    });
    const [latest] = (await app.quarry.bulk.list({ spaceId })).data;
    const ended = await app.quarry.bulk.wait({ id: latest?.id ?? "" }, { timeoutMs: 20_000 });
    // The document that the first one had deleted is done, too.
    expect(ended).toMatchObject({ state: "completed", total: 3, done: 3, failed: 0 });
    expect(await count("documents", spaceId)).toBe(0);
  });

  test("wait for an earlier one also while it waits for another attempt", async () => {
    const spaceId = await newSpace(3);
    const set = (id: string, runAt: string) =>
      runSql(app.deps, `update bulk_operations set lease_token = null, run_at = ${runAt} where id = '${id}'`);
    let [first, second] = ["", ""];
    await whileHeld(spaceId, async () => {
      first = (await start(spaceId, { name: "0.txt" })).operation.id;
      await until("the first to run", async () => (await get(first)).state === "running" || undefined);
      second = (await start(spaceId)).operation.id;
      await set(first, "now() + interval '1 hour'");
    });
    // Longer than the pause between two looks at the queue.
    await Bun.sleep(1500);
    expect([(await get(first)).done, (await get(second)).state]).toEqual([0, "waiting"]);
    await set(first, "now()");
    const ended = await app.quarry.bulk.wait({ id: second }, { timeoutMs: 20_000 });
    expect([(await get(first)).done, ended.done]).toEqual([1, 3]);
  });

  test("of other spaces do not wait for each other", async () => {
    // As many as work at a time.
    const slow = [await newSpace(1), await newSpace(1)];
    const quick = await newSpace(1);
    await whileLocked(app.deps.db, documentsOf(...slow), async () => {
      for (const spaceId of slow) {
        const { id } = (await start(spaceId)).operation;
        await until("it to run", async () => (await get(id)).state === "running" || undefined);
      }
      const other = (await start(quick)).operation;
      expect((await app.quarry.bulk.wait(other, { timeoutMs: 20_000 })).state).toBe("completed");
      for (const spaceId of slow) expect(await count("documents", spaceId)).toBe(1);
    });
  });

  test("are limited in number while they are unfinished", async () => {
    const spaceId = await newSpace(1);
    await whileHeld(spaceId, async () => {
      for (let at = 0; at < LIMITS.bulkWaitingMax; at += 1) await start(spaceId);
      const refused = await rejection(start(spaceId));
      expect(refused).toBeInstanceOf(ConflictError);
      expect((refused as Error).message).toContain("unfinished");
    });
  });

  test("that are cancelled leave the rest unchanged, and the next one runs", async () => {
    const spaceId = await newSpace(450);
    await whileHeld(spaceId, async () => {
      const first = (await start(spaceId)).operation;
      await start(spaceId, { name: "44" });
      await until("the first to run", async () => (await get(first.id)).state === "running" || undefined);
      const { operation } = await app.quarry.bulk.cancel(first);
      expect(operation).toMatchObject({ state: "cancelled", total: 450, done: 0 });
    });
    const [next] = (await app.quarry.bulk.list({ spaceId })).data;
    const ended = await app.quarry.bulk.wait({ id: next?.id ?? "" }, { timeoutMs: 20_000 });
    expect(ended).toMatchObject({ state: "completed", total: 14, done: 14 });
    expect(await count("documents", spaceId)).toBe(436);
    const open = `select 1 from bulk_batches join bulk_operations on id = operation_id where space_id = '${spaceId}'`;
    expect(await runSql(app.deps, open)).toEqual([]);
  });

  test("end when the space is archived, and are not found there", async () => {
    const spaceId = await newSpace(3);
    let id = "";
    await whileHeld(spaceId, async () => {
      await start(spaceId, { name: "0.txt" });
      id = (await start(spaceId)).operation.id;
      await app.quarry.spaces.archive(spaceId);
      expect(await rejection(app.quarry.bulk.get({ id }))).toBeInstanceOf(NotFoundError);
    });
    await until("the operation to end", async () => {
      const rows = await runSql(app.deps, `select state from bulk_operations where id = '${id}'`);
      return rows[0]?.state === "cancelled" || undefined;
    });
    expect(await count("documents", spaceId)).toBeGreaterThanOrEqual(2);
  });
});

test("an operation needs the permission of its action, also to be cancelled", async () => {
  const spaceId = await newSpace(1);
  const writer = app.quarryWith((await app.quarry.apiKeys.create({ name: "writer", level: "write" })).key);
  const request = { spaceId, where: {}, action: "delete" } as const;
  for (const call of [() => writer.bulk.start(request), () => writer.bulk.count(request)])
    expect(await rejection(call())).toBeInstanceOf(PermissionDeniedError);
  await whileHeld(spaceId, async () => {
    const { operation } = await app.quarry.bulk.start(request);
    expect((await writer.bulk.get(operation)).operation.id).toBe(operation.id);
    expect(await rejection(writer.bulk.cancel(operation))).toBeInstanceOf(PermissionDeniedError);
    expect((await get(operation.id)).state).not.toBe("cancelled");
  });
});

test("the audit log says who started and cancelled what", async () => {
  const spaceId = await newSpace(2);
  await whileHeld(spaceId, async () => {
    const { operation } = await start(spaceId, { name: ".txt" });
    await app.quarry.bulk.cancel(operation);
    const { data } = await app.quarry.audit.list({ pageSize: 2 });
    expect(data.map(({ action, targetId, details }) => ({ action, targetId, details }))).toEqual([
      { action: "bulk.cancelled", targetId: operation.id, details: { action: "delete", done: 0, total: 2 } },
      {
        action: "bulk.started",
        targetId: operation.id,
        details: expect.objectContaining({ action: "delete", documents: 2, where: { name: ".txt" } }),
      },
    ]);
  });
});

test("a purged space leaves nothing of its operations", async () => {
  const spaceId = await newSpace(5);
  await app.quarry.bulk.wait((await start(spaceId)).operation, { timeoutMs: 20_000 });
  await app.quarry.spaces.purge(spaceId);
  expect(await count("bulk_operations", spaceId)).toBe(0);
});
