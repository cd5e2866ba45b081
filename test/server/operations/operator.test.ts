import { afterAll, beforeAll, expect, test } from "bun:test";
import { PermissionDeniedError } from "@quarry/sdk";
import { rejection } from "../../support/failure.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { addTenant } from "../other-tenant.ts";
import { runSql } from "../rows.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

const state = async () => (await app.quarry.operator.get()).operator;

// The first, because counts and causes are kept for 30 seconds.
test("failed documents of all organizations are grouped by cause", async () => {
  const other = await addTenant(app.deps, "Other", "enterprise");
  for (const quarry of [app.quarry, app.quarryWith(other.key)]) {
    const { space } = await quarry.spaces.create({ name: "Failures" });
    const failed = await quarry.documents.upload({
      ...{ spaceId: space.id, filename: "secret name.pdf", content: "%PDF-1.7\nno" },
    });
    await failed.waitUntilReady().catch(() => undefined);
  }
  expect((await state()).failures).toEqual([
    { message: expect.stringContaining("problem of the file"), documents: 2, latestAt: expect.any(String) },
  ]);
  expect(JSON.stringify(await state())).not.toContain("secret name");
  expect(await rejection(app.quarryWith(other.key).operator.get())).toBeInstanceOf(PermissionDeniedError);
});

test("the state names version, stores, counts, disk and memory", async () => {
  // A database that answers late on a busy machine is named among them.
  const calm = await until("a state without problems", async () => {
    const read = await state();
    return read.problems.length === 0 ? read : undefined;
  });
  const { version, database, vectorStore, embeddingModel, counts, disk, memory } = calm;
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect([database.kind, vectorStore]).toEqual([expect.any(String), "memory"]);
  expect(database.version).toMatch(/^1\d/);
  expect(embeddingModel).toStartWith("builtin");
  expect(counts).toMatchObject({ organizations: 2, documents: 2 });
  expect(disk.freeBytes).toBeGreaterThan(0);
  expect(disk.totalBytes).toBeGreaterThanOrEqual(disk.freeBytes);
  expect(memory.totalBytes).toBeGreaterThan(memory.processBytes);
});

test("queues have their lengths and the age of the oldest entry", async () => {
  const { space } = await app.quarry.spaces.create({ name: "Queue" });
  const { document } = await app.quarry.documents.upsert({
    ...{ spaceId: space.id, filename: "late.md", content: "A heron." },
  });
  // It waits for 15 minutes, before which its caller may change it again.
  await app.quarry.documents.update({ spaceId: space.id, id: document.id, status: "PENDING" });
  await runSql(app.deps, "update jobs set created_at = now() - interval '90 seconds'");
  const jobs = (await state()).queues.find(({ queue }) => queue === "jobs");
  expect(jobs).toMatchObject({ running: 0, due: 0, later: 1 });
  expect(jobs?.oldestSeconds).toBeWithin(89, 120);
  await app.quarry.spaces.purge(space.id);
});

test("the doctor finds what does not fit, and repairs it when it is asked to", async () => {
  const { space } = await app.quarry.spaces.create({ name: "Doctor" });
  const { document } = await app.quarry.documents.upsert({
    ...{ spaceId: space.id, filename: "stuck.md", content: "The heron is stuck." },
  });
  expect(await app.quarry.operator.examine()).toMatchObject({ isGood: true, total: 0, findings: [] });
  await runSql(app.deps, `update documents set status = 'PROCESSING' where id = '${document.id}'`);
  const stuck = {
    ...{ orgId: app.orgId, subject: `document ${document.id}` },
    problem: "is not processed and has no job",
  };
  const found = await app.quarry.operator.examine();
  expect(found.isGood).toBe(false);
  expect(found.findings).toContainEqual({ ...stuck, isRepaired: false });
  const repaired = await app.quarry.operator.examine({ repair: true });
  expect(repaired.isGood).toBe(true);
  expect(repaired.findings).toContainEqual({ ...stuck, isRepaired: true });
  await until("the document to be processed", async () => {
    const { status } = (await app.quarry.documents.get({ spaceId: space.id, id: document.id })).document;
    return status === "COMPLETED" || undefined;
  });
  expect((await app.quarry.operator.examine()).isGood).toBe(true);
}, 30_000);

test("a rotated root key is the operator's only where the server knows it", async () => {
  const { data } = await app.quarry.apiKeys.list();
  const root = data.find(({ name }) => name === "root");
  const { key } = await app.quarry.apiKeys.rotate({ id: root?.id ?? "" });
  expect(await rejection(app.quarryWith(key).operator.get())).toBeInstanceOf(PermissionDeniedError);
});
