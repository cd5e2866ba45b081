import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Permission } from "@quarry/schema";
import type OpenAI from "openai";
import { addKey, addTenant } from "../server/other-tenant.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { openAiClient, POLL, refusal, textFile } from "./client.ts";

let app: InProcessApp;
let client: OpenAI;
let storeId: string;
let fileId: string;
let batchId: string;
beforeAll(async () => {
  app = await startApp();
  client = openAiClient(app);
  storeId = (await client.vectorStores.create({ name: "Own" })).id;
  const file = textFile("a.md", "The heron stands in the river.");
  fileId = (await client.files.create({ file, purpose: "assistants" })).id;
  const batch = await client.vectorStores.fileBatches.createAndPoll(storeId, { file_ids: [fileId] }, POLL);
  batchId = batch.id;
}, 120_000);
afterAll(() => app.stop());

/** Each operation on the store and its file, with the permission that it needs. */
const CALLS: Record<string, readonly [Permission, (client: OpenAI) => PromiseLike<unknown>]> = {
  "vectorStores.retrieve": ["spaces:read", (api) => api.vectorStores.retrieve(storeId)],
  "vectorStores.update": ["spaces:write", (api) => api.vectorStores.update(storeId, { name: "Own" })],
  "vectorStores.search": ["queries:read", (api) => api.vectorStores.search(storeId, { query: "heron" })],
  "vectorStores.files.create": [
    "documents:write",
    (api) => api.vectorStores.files.create(storeId, { file_id: fileId }),
  ],
  "vectorStores.files.list": ["documents:read", (api) => api.vectorStores.files.list(storeId)],
  "vectorStores.files.retrieve": [
    "documents:read",
    (api) => api.vectorStores.files.retrieve(fileId, { vector_store_id: storeId }),
  ],
  "vectorStores.files.content": [
    "documents:read",
    (api) => api.vectorStores.files.content(fileId, { vector_store_id: storeId }),
  ],
  "vectorStores.files.update": [
    "documents:write",
    (api) => api.vectorStores.files.update(fileId, { vector_store_id: storeId, attributes: {} }),
  ],
  "fileBatches.create": [
    "documents:write",
    (api) => api.vectorStores.fileBatches.create(storeId, { file_ids: [fileId] }),
  ],
  "fileBatches.retrieve": [
    "documents:read",
    (api) => api.vectorStores.fileBatches.retrieve(batchId, { vector_store_id: storeId }),
  ],
  "fileBatches.listFiles": [
    "documents:read",
    (api) => api.vectorStores.fileBatches.listFiles(batchId, { vector_store_id: storeId }),
  ],
  "fileBatches.cancel": [
    "documents:write",
    (api) => api.vectorStores.fileBatches.cancel(batchId, { vector_store_id: storeId }),
  ],
  "files.retrieve": ["documents:read", (api) => api.files.retrieve(fileId)],
  "files.content": ["documents:read", (api) => api.files.content(fileId)],
  "vectorStores.files.delete": [
    "documents:delete",
    (api) => api.vectorStores.files.delete(fileId, { vector_store_id: storeId }),
  ],
  "files.delete": ["documents:delete", (api) => api.files.delete(fileId)],
  "vectorStores.delete": ["spaces:delete", (api) => api.vectorStores.delete(storeId)],
};

test("another organization sees nothing", async () => {
  const { key } = await addTenant(app.deps, "Other", "enterprise");
  const other = openAiClient(app, key);
  for (const [name, [, call]] of Object.entries(CALLS))
    expect({ name, status: (await refusal(call(other))).status }).toEqual({ name, status: 404 });
  expect((await other.vectorStores.list()).data).toEqual([]);
  expect((await other.files.list()).data).toEqual([]);
  expect((await client.vectorStores.retrieve(storeId)).file_counts.total).toBe(1);
});

test("a key limited to another space sees neither the store nor the files of other keys", async () => {
  const elsewhere = await client.vectorStores.create({ name: "Elsewhere" });
  const { key } = await addKey(app.deps, app.orgId, "limited", { spaceIds: [elsewhere.id] });
  const limited = openAiClient(app, key);
  for (const [name, [, call]] of Object.entries(CALLS))
    expect({ name, status: (await refusal(call(limited))).status }).toEqual({ name, status: 404 });
  expect((await limited.vectorStores.list()).data.map(({ id }) => id)).toEqual([elsewhere.id]);
  expect((await limited.files.list()).data).toEqual([]);
  expect(await refusal(limited.vectorStores.create({ name: "New" }))).toMatchObject({ status: 403 });

  // It works in its own space with its own files.
  const own = await limited.vectorStores.files.uploadAndPoll(
    elsewhere.id,
    textFile("b.md", "An otter."),
    POLL,
  );
  expect((await limited.files.list()).data.map(({ id }) => id)).toEqual([own.id]);
  // A file in a store that it does not see stays.
  await client.vectorStores.files.createAndPoll(storeId, { file_id: own.id }, POLL);
  expect(await refusal(limited.files.delete(own.id))).toMatchObject({ status: 403 });
  expect((await client.files.delete(own.id)).deleted).toBe(true);
});

test("each operation needs its permission", async () => {
  for (const [name, [permission, call]] of Object.entries(CALLS)) {
    const others = ALL.filter((one) => one !== permission);
    const { key } = await addKey(app.deps, app.orgId, name, { permissions: others });
    const error = await refusal(call(openAiClient(app, key)));
    expect({ name, status: error.status }).toEqual({ name, status: 403 });
    expect(error.message).toContain(permission);
  }
  const { key } = await addKey(app.deps, app.orgId, "writes nothing", { permissions: ["documents:read"] });
  const form = textFile("c.md", "c");
  const reader = openAiClient(app, key);
  expect(await refusal(reader.files.create({ file: form, purpose: "assistants" }))).toMatchObject({
    status: 403,
  });
  expect(await refusal(reader.embeddings.create({ model: "a", input: "a" }))).toMatchObject({ status: 403 });
});

const ALL: Permission[] = [
  ...(["spaces:read", "spaces:write", "spaces:delete", "queries:read"] as const),
  ...(["documents:read", "documents:write", "documents:delete"] as const),
];

test("an archived space is no store", async () => {
  const { id } = await client.vectorStores.create({ name: "Archived" });
  await app.quarry.spaces.archive(id);
  expect(await refusal(client.vectorStores.retrieve(id))).toMatchObject({ status: 404 });
  expect((await Array.fromAsync(client.vectorStores.list())).map((store) => store.id)).not.toContain(id);
});

test("a small tier's number of files is limited", async () => {
  const { key } = await addTenant(app.deps, "Small", "sandbox");
  const small = openAiClient(app, key);
  const upload = () => small.files.create({ file: textFile("a.md", "a"), purpose: "assistants" });
  for (let at = 0; at < 50; at += 1) await upload();
  const error = await refusal(upload());
  expect(error).toMatchObject({ status: 403 });
  expect(error.message).toContain("allows 50 files");
});
