import { afterAll, beforeAll, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type OpenAI from "openai";
import { findStrayFiles } from "../../server/src/operations/stray-files.ts";
import { openAiFiles } from "../../server/src/platform/database/tables/document-tables.ts";
import { addTenant } from "../server/other-tenant.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { openAiClient, POLL, refusal, textFile } from "./client.ts";

let app: InProcessApp;
let client: OpenAI;
let storeId: string;
beforeAll(async () => {
  app = await startApp();
  client = openAiClient(app);
  storeId = (await client.vectorStores.create({ name: "Store" })).id;
}, 120_000);
afterAll(() => app.stop());

const upload = (name: string, text: string, type?: string) =>
  client.files.create({ file: textFile(name, text, type), purpose: "assistants" });

test("a file that cannot be read fails with its cause, and is tried again when it is attached again", async () => {
  const { id: file_id } = await upload("broken.pdf", "%PDF-1.7 nothing else", "application/pdf");
  const failed = await client.vectorStores.files.createAndPoll(storeId, { file_id }, POLL);
  expect(failed).toMatchObject({ id: file_id, status: "failed", last_error: { code: "invalid_file" } });
  expect(failed.last_error?.message).not.toBe("");
  const batch = await client.vectorStores.fileBatches.createAndPoll(storeId, { file_ids: [file_id] }, POLL);
  expect(batch).toMatchObject({ status: "failed", file_counts: { failed: 1, total: 1 } });
  expect((await client.vectorStores.retrieve(storeId)).file_counts).toMatchObject({ failed: 1 });
  const listed = await client.vectorStores.files.list(storeId, { filter: "failed" });
  expect(listed.data.map(({ id }) => id)).toEqual([file_id]);
});

test("cancelling a batch gives up the files that are not processed, and attaching one again processes it", async () => {
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) ids.push((await upload(`${at}.md`, `# Text ${at}\n\nHeron.`)).id);
  const inStore = { vector_store_id: storeId };
  const created = await client.vectorStores.fileBatches.create(storeId, { file_ids: ids });
  // Holds one file back, as a large file would be.
  const [held = ""] = ids;
  const documentId = await documentOf(held);
  await app.quarry.documents.update({ spaceId: storeId, id: documentId, status: "PROCESSING" });
  expect(await client.vectorStores.fileBatches.retrieve(created.id, inStore)).toMatchObject({
    status: "in_progress",
  });
  const cancelled = await client.vectorStores.fileBatches.cancel(created.id, inStore);
  expect(cancelled).toMatchObject({ status: "cancelled", file_counts: { in_progress: 0, total: 3 } });
  expect(await client.vectorStores.files.retrieve(held, inStore)).toMatchObject({
    ...{ status: "cancelled", last_error: null },
  });
  const again = await client.vectorStores.files.createAndPoll(storeId, { file_id: held }, POLL);
  expect(again.status).toBe("completed");
});

async function documentOf(fileId: string): Promise<string> {
  const { data } = await app.quarry.documents.list({ spaceId: storeId, pageSize: 100 });
  const { filename } = await client.files.retrieve(fileId);
  return data.find((document) => document.filename === filename)?.id ?? "";
}

test("the same file attached many times at once is one document", async () => {
  const { id: file_id } = await upload("once.md", "The otter.");
  const attached = await Promise.all(
    Array.from({ length: 8 }, () => client.vectorStores.files.create(storeId, { file_id })),
  );
  expect(new Set(attached.map(({ id }) => id))).toEqual(new Set([file_id]));
  const { data } = await app.quarry.documents.list({ spaceId: storeId, pageSize: 100 });
  expect(data.filter(({ filename }) => filename.startsWith("once"))).toHaveLength(1);
});

test("a store is created with files", async () => {
  const { id } = await upload("first.md", "The badger.");
  const store = await client.vectorStores.create({ name: "With files", file_ids: [id] });
  expect(store.file_counts.total).toBe(1);
  expect((await client.vectorStores.files.poll(store.id, id, POLL)).status).toBe("completed");
});

test("uploaded files are no stray files, and are deleted with their bytes", async () => {
  const soon = new Date(Date.now() + 60_000);
  const { id } = await upload("kept.md", "Kept.");
  expect(await Array.fromAsync(findStrayFiles(app.deps, soon))).toEqual([]);
  const count = async () => (await Array.fromAsync(app.deps.blobs.list())).length;
  const before = await count();
  await client.files.delete(id);
  expect(await count()).toBe(before - 1);
});

test("a refused upload leaves no bytes behind", async () => {
  const count = async () => (await Array.fromAsync(app.deps.blobs.list())).length;
  const before = await count();
  const file = textFile("a.md", "a");
  expect(await refusal(client.files.create({ file, purpose: "batch" }))).toMatchObject({ status: 400 });
  expect(await count()).toBe(before);
});

test("files of a tier that keeps documents for days are deleted after that time", async () => {
  const { orgId, key } = await addTenant(app.deps, "Sandbox", "sandbox");
  const sandbox = openAiClient(app, key);
  const create = (name: string) =>
    sandbox.files.create({ file: textFile(name, name), purpose: "assistants" });
  const [old, young] = [await create("old.md"), await create("young.md")];
  const weekAgo = new Date(Date.now() - 7 * 86_400_000 - 1000);
  await app.deps.db
    .update(openAiFiles)
    .set({ createdAt: weekAgo })
    .where(and(eq(openAiFiles.orgId, orgId), eq(openAiFiles.id, old.id)));
  const { id: unlimited } = await upload("unlimited.md", "Unlimited.");
  await app.deps.db.update(openAiFiles).set({ createdAt: weekAgo }).where(eq(openAiFiles.id, unlimited));
  await app.deps.fileRetention.run();
  expect((await sandbox.files.list()).data.map(({ id }) => id)).toEqual([young.id]);
  expect((await client.files.retrieve(unlimited)).id).toBe(unlimited);
});
