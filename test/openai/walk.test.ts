import { afterAll, beforeAll, expect, test } from "bun:test";
import type OpenAI from "openai";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { openAiClient, POLL, refusal, textFile } from "./client.ts";

let app: InProcessApp;
let client: OpenAI;
beforeAll(async () => {
  app = await startApp();
  client = openAiClient(app);
}, 120_000);
afterAll(() => app.stop());

const newStore = (name: string) => client.vectorStores.create({ name });

test("a vector store is a space: created, read, updated, listed, deleted", async () => {
  const created = await client.vectorStores.create({
    name: "Manuals",
    description: "How machines work",
    metadata: { team: "pumps" },
    chunking_strategy: { type: "static", static: { max_chunk_size_tokens: 800, chunk_overlap_tokens: 100 } },
  });
  expect(created).toMatchObject({
    object: "vector_store",
    name: "Manuals",
    status: "completed",
    metadata: { team: "pumps" },
    usage_bytes: 0,
    file_counts: { in_progress: 0, completed: 0, cancelled: 0, failed: 0, total: 0 },
  });
  expect(created.created_at).toBeGreaterThan(1_700_000_000);
  const { space } = await app.quarry.spaces.get(created.id);
  expect(space).toMatchObject({
    name: "Manuals",
    description: "How machines work",
    chunking: { maxTokens: 800, overlapTokens: 100 },
  });

  await app.quarry.spaces.update(created.id, { metadata: { team: "pumps", nested: { kept: true } } });
  const updated = await client.vectorStores.update(created.id, { name: "Guides", metadata: { site: "A" } });
  expect(updated).toMatchObject({ name: "Guides", metadata: { site: "A" } });
  expect((await app.quarry.spaces.get(created.id)).space.metadata).toEqual({
    site: "A",
    nested: { kept: true },
  });
  expect(await client.vectorStores.retrieve(created.id)).toEqual(updated);

  expect(await client.vectorStores.delete(created.id)).toEqual({
    id: created.id,
    object: "vector_store.deleted",
    deleted: true,
  });
  expect(await refusal(client.vectorStores.retrieve(created.id))).toMatchObject({
    status: 404,
    code: "not_found",
    type: "invalid_request_error",
  });
});

test("a file is uploaded, polled, searched, read, changed and deleted", async () => {
  const store = await newStore("Pumps");
  const file = await client.vectorStores.files.uploadAndPoll(
    store.id,
    textFile("pump.md", "# Pump\n\nThe impeller of the pump must be cleaned every winter."),
    POLL,
  );
  expect(file).toMatchObject({
    object: "vector_store.file",
    status: "completed",
    last_error: null,
    vector_store_id: store.id,
    attributes: {},
    chunking_strategy: { type: "static" },
  });
  expect(await client.files.retrieve(file.id)).toMatchObject({
    id: file.id,
    object: "file",
    filename: "pump.md",
    purpose: "assistants",
    status: "processed",
  });
  expect(await (await client.files.content(file.id)).text()).toContain("impeller");

  const found = await client.vectorStores.search(store.id, { query: "clean the impeller" });
  expect(found.data[0]).toMatchObject({ file_id: file.id, filename: "pump.md", attributes: {} });
  expect(found.data[0]?.score).toBeGreaterThan(0);
  expect(found.data[0]?.content[0]).toMatchObject({ type: "text" });
  expect(found.data[0]?.content[0]?.text).toContain("impeller");

  const attributes = { year: 2024, kind: "manual", draft: false };
  const changed = await client.vectorStores.files.update(file.id, { vector_store_id: store.id, attributes });
  expect(changed.attributes).toEqual(attributes);
  const inStore = { vector_store_id: store.id };
  expect((await client.vectorStores.files.retrieve(file.id, inStore)).attributes).toEqual(attributes);

  const content = await client.vectorStores.files.content(file.id, inStore);
  expect(content.data.map(({ text }) => text).join("")).toContain("cleaned every winter");

  expect(await client.vectorStores.retrieve(store.id)).toMatchObject({
    file_counts: { completed: 1, total: 1 },
    usage_bytes: 62,
  });
  expect(await client.vectorStores.files.delete(file.id, inStore)).toEqual({
    id: file.id,
    object: "vector_store.file.deleted",
    deleted: true,
  });
  expect((await client.vectorStores.search(store.id, { query: "impeller" })).data).toEqual([]);
  // The file itself stays until it is deleted.
  expect((await client.files.retrieve(file.id)).id).toBe(file.id);
  expect(await client.files.delete(file.id)).toEqual({ id: file.id, object: "file", deleted: true });
  expect(await refusal(client.files.retrieve(file.id))).toMatchObject({ status: 404 });
});

test("files are uploaded and attached as a batch", async () => {
  const store = await newStore("Batch");
  const files = ["heron", "otter", "badger"].map((name) =>
    textFile(`${name}.txt`, `The ${name} is shy.`, ""),
  );
  const batch = await client.vectorStores.fileBatches.uploadAndPoll(store.id, { files }, POLL);
  expect(batch).toMatchObject({
    object: "vector_store.files_batch",
    status: "completed",
    vector_store_id: store.id,
    file_counts: { completed: 3, total: 3, in_progress: 0, failed: 0, cancelled: 0 },
  });
  const inStore = { vector_store_id: store.id };
  const listed = await Array.fromAsync(client.vectorStores.fileBatches.listFiles(batch.id, inStore));
  expect(listed.map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
  expect((await client.vectorStores.search(store.id, { query: "otter" })).data[0]?.filename).toBe(
    "otter.txt",
  );
  // Attaching a file again changes nothing.
  const [first] = listed;
  const again = await client.vectorStores.files.create(store.id, { file_id: first?.id ?? "" });
  expect(again).toMatchObject({ id: first?.id, status: "completed" });
  expect((await client.vectorStores.retrieve(store.id)).file_counts.total).toBe(3);
});

test("files of one name share a store, a file serves several stores, and its deletion removes it from all", async () => {
  const [store, other] = [await newStore("One"), await newStore("Two")];
  const upload = (text: string) =>
    client.files.create({ file: textFile("notes.md", text), purpose: "assistants" });
  const [old, current] = [await upload("The bridge is closed."), await upload("The bridge is open.")];
  for (const { id: file_id } of [old, current])
    await client.vectorStores.files.createAndPoll(store.id, { file_id }, POLL);
  await client.vectorStores.files.createAndPoll(other.id, { file_id: current.id }, POLL);

  const { data } = await client.vectorStores.search(store.id, { query: "bridge" });
  expect(data.map(({ filename }) => filename)).toEqual(["notes.md", "notes.md"]);
  expect(data.map(({ file_id }) => file_id).sort()).toEqual([old.id, current.id].sort());

  await client.files.delete(current.id);
  expect((await client.vectorStores.retrieve(store.id)).file_counts.total).toBe(1);
  expect((await client.vectorStores.retrieve(other.id)).file_counts.total).toBe(0);
});

test("lists page in both orders, also while their items are deleted", async () => {
  const store = await newStore("Pages");
  const uploaded: string[] = [];
  for (let at = 0; at < 5; at += 1)
    uploaded.push(
      (await client.files.create({ file: textFile(`${at}.md`, `Text ${at}`), purpose: "user_data" })).id,
    );
  await client.vectorStores.fileBatches.createAndPoll(store.id, { file_ids: uploaded }, POLL);

  const ids = async (query: OpenAI.VectorStores.FileListParams) =>
    (await Array.fromAsync(client.vectorStores.files.list(store.id, query))).map(({ id }) => id);
  expect(await ids({ limit: 2, order: "asc" })).toEqual(uploaded);
  expect(await ids({ limit: 2 })).toEqual(uploaded.toReversed());
  expect(await ids({ filter: "failed" })).toEqual([]);
  const page = await client.vectorStores.files.list(store.id, {
    order: "asc",
    limit: 2,
    before: uploaded[3] ?? "",
  });
  expect(page.data.map(({ id }) => id)).toEqual(uploaded.slice(1, 3));

  const files = await Array.fromAsync(client.files.list({ limit: 2, purpose: "user_data", order: "asc" }));
  expect(files.map(({ id }) => id)).toEqual(uploaded);
  for await (const { id } of client.vectorStores.files.list(store.id, { limit: 2 }))
    await client.vectorStores.files.delete(id, { vector_store_id: store.id });
  expect((await client.vectorStores.retrieve(store.id)).file_counts.total).toBe(0);

  const stores = await Array.fromAsync(client.vectorStores.list({ limit: 1 }));
  expect(stores.map(({ id }) => id)).toContain(store.id);
  expect(new Set(stores.map(({ id }) => id)).size).toBe(stores.length);
});

test("documents of Quarry's own API are files of the store", async () => {
  const store = await newStore("Mixed");
  const { document } = await app.quarry.documents.upsert({
    spaceId: store.id,
    filename: "a.md",
    content: "The lighthouse keeper writes a ledger.",
    metadata: { shelf: "B", nested: { hidden: 1 } },
  });
  const [file] = (await client.vectorStores.files.list(store.id)).data;
  expect(file).toMatchObject({ id: document.id, status: "completed", attributes: { shelf: "B" } });
  expect((await client.files.retrieve(document.id)).filename).toBe("a.md");
  await client.vectorStores.files.update(document.id, {
    vector_store_id: store.id,
    attributes: { shelf: "C" },
  });
  expect((await app.quarry.documents.get({ spaceId: store.id, id: document.id })).document.metadata).toEqual({
    shelf: "C",
    nested: { hidden: 1 },
  });
  await client.files.delete(document.id);
  expect((await client.vectorStores.files.list(store.id)).data).toEqual([]);
});

test("embeddings come as numbers or base64, from the model that embeds documents", async () => {
  const [model] = (await client.models.list()).data;
  const input = ["the heron", "the otter"];
  const answer = await client.embeddings.create({ model: model?.id ?? "", input });
  const plain = await client.embeddings.create({ model: model?.id ?? "", input, encoding_format: "float" });
  expect(answer.data.map(({ index }) => index)).toEqual([0, 1]);
  expect(answer.usage.total_tokens).toBeGreaterThan(0);
  expect(answer.data.map(({ embedding }) => [...embedding])).toEqual(
    plain.data.map(({ embedding }) => embedding),
  );
  expect(plain.data[0]?.embedding.length).toBe(app.deps.embedder.dimensions);
});
