import { afterAll, beforeAll, expect, test } from "bun:test";
import type OpenAI from "openai";
import { object } from "../contract/reading.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { openAiClient, POLL, refusal, textFile } from "./client.ts";

let app: InProcessApp;
let client: OpenAI;
let storeId: string;
let fileId: string;
beforeAll(async () => {
  app = await startApp();
  client = openAiClient(app);
  storeId = (await client.vectorStores.create({ name: "Store" })).id;
  fileId = (await client.vectorStores.files.uploadAndPoll(storeId, textFile("a.md", "A heron."), POLL)).id;
}, 120_000);
afterAll(() => app.stop());

const auto = { type: "auto" } as const;
const strategy = (max_chunk_size_tokens: number, chunk_overlap_tokens: number) =>
  ({ type: "static", static: { max_chunk_size_tokens, chunk_overlap_tokens } }) as const;

/** Calls that this server does not support or that are wrong: what the error names, and what its message says. */
const REFUSED: Record<string, readonly [call: () => PromiseLike<unknown>, param: string, message: RegExp]> = {
  "a store that expires": [
    () => client.vectorStores.create({ expires_after: { anchor: "last_active_at", days: 3 } }),
    "expires_after",
    /not supported: vector stores stay until they are deleted/,
  ],
  "chunks that are too large": [
    () => client.vectorStores.create({ chunking_strategy: strategy(4096, 0) }),
    "chunking_strategy.static.max_chunk_size_tokens",
    /from 50 to 2000/,
  ],
  "chunks that overlap by more than half": [
    () => client.vectorStores.create({ chunking_strategy: strategy(800, 700) }),
    "chunking_strategy.static.chunk_overlap_tokens",
    /at most half/,
  ],
  "another chunking in a store with files": [
    () =>
      client.vectorStores.files.create(storeId, { file_id: fileId, chunking_strategy: strategy(800, 400) }),
    "chunking_strategy",
    /same for all files/,
  ],
  "metadata that is no text": [
    () => client.vectorStores.create({ metadata: { a: 1 as unknown as string } }),
    "metadata.a",
    /must be a string/,
  ],
  "attributes that nest": [
    () => {
      const attributes = { a: ["b"] as unknown as string };
      return client.vectorStores.files.update(fileId, { vector_store_id: storeId, attributes });
    },
    "attributes.a",
    /must be a string, a number, true or false/,
  ],
  "an unknown field": [
    () => client.vectorStores.create({ unknown: 1 } as object),
    "unknown",
    /not a known field/,
  ],
  "rewriting of the query": [
    () => client.vectorStores.search(storeId, { query: "heron", rewrite_query: true }),
    "rewrite_query",
    /must be false/,
  ],
  "more results than there can be": [
    () => client.vectorStores.search(storeId, { query: "heron", max_num_results: 101 }),
    "max_num_results",
    /at most 100/,
  ],
  "an unknown ranker": [
    () =>
      client.vectorStores.search(storeId, { query: "heron", ranking_options: { ranker: "best" as "auto" } }),
    "ranking_options.ranker",
    /none or auto/,
  ],
  "a filter by a path": [
    () =>
      client.vectorStores.search(storeId, { query: "heron", filters: { type: "eq", key: "a.b", value: 1 } }),
    "filters.key",
    /must not contain a dot/,
  ],
  "a filter of an unknown type": [
    () =>
      client.vectorStores.search(storeId, {
        query: "heron",
        filters: { type: "and", filters: [{ type: "like", key: "a", value: 1 }] },
      }),
    "filters.filters[0].type",
    /must be one of eq, ne/,
  ],
  "an order of truths": [
    () =>
      client.vectorStores.search(storeId, { query: "heron", filters: { type: "gt", key: "a", value: true } }),
    "filters.value",
    /must be a number or a string/,
  ],
  "a batch of nothing": [
    () => client.vectorStores.fileBatches.create(storeId, { file_ids: [] }),
    "file_ids",
    /at least one file/,
  ],
  "a file twice in a batch": [
    () => client.vectorStores.fileBatches.create(storeId, { file_ids: [fileId, fileId] }),
    "file_ids",
    /each file once/,
  ],
  "a file for fine-tuning": [
    () => client.files.create({ file: textFile("a.jsonl", "{}"), purpose: "fine-tune" }),
    "purpose",
    /must be assistants or user_data/,
  ],
  "a file that expires": [
    () =>
      client.files.create({
        file: textFile("a.md", "a"),
        purpose: "assistants",
        expires_after: { anchor: "created_at", seconds: 3600 },
      }),
    "expires_after",
    /files stay until they are deleted/,
  ],
  "an empty file": [
    () => client.files.create({ file: textFile("a.md", ""), purpose: "assistants" }),
    "file",
    /must not be empty/,
  ],
  "token numbers to embed": [
    async () => {
      const [model] = (await client.models.list()).data;
      return client.embeddings.create({ model: model?.id ?? "", input: [1, 2, 3] });
    },
    "input",
    /does not read token numbers/,
  ],
  "vectors of another length": [
    async () => {
      const [model] = (await client.models.list()).data;
      return client.embeddings.create({ model: model?.id ?? "", input: "a", dimensions: 7 });
    },
    "dimensions",
    /the length of this server's vectors/,
  ],
};

for (const [name, [call, param, message]] of Object.entries(REFUSED))
  test(`${name}: 400 with the reason`, async () => {
    const error = await refusal(call());
    expect({ status: error.status, param: error.param, type: error.type }).toEqual({
      status: 400,
      param,
      type: "invalid_request_error",
    });
    expect(error.message).toMatch(message);
  });

test("`auto` and the store's own chunking are accepted, and an empty store takes its first file's", async () => {
  const { id } = await client.vectorStores.create({ name: "Empty" });
  const file_id = fileId;
  const first = await client.vectorStores.files.create(id, { file_id, chunking_strategy: strategy(300, 50) });
  expect(first.chunking_strategy).toEqual(strategy(300, 50));
  await client.vectorStores.files.create(id, { file_id, chunking_strategy: auto });
  await client.vectorStores.files.create(id, { file_id, chunking_strategy: strategy(300, 50) });
});

test("another part of OpenAI's API: 400 with the reason", async () => {
  const messages = [{ role: "user" as const, content: "Hello" }];
  const error = await refusal(client.chat.completions.create({ model: "gpt-6-sol", messages }));
  expect(error).toMatchObject({ status: 400, type: "invalid_request_error" });
  expect(error.message).toContain("no such route of OpenAI's API");
});

test("another embedding model: 404 that names this server's", async () => {
  const error = await refusal(client.embeddings.create({ model: "text-embedding-3-small", input: "a" }));
  expect(error).toMatchObject({ status: 404, code: "not_found" });
  expect(error.message).toContain(app.deps.embedder.model);
});

test("what does not exist: 404", async () => {
  const inStore = { vector_store_id: storeId };
  const calls: readonly (() => PromiseLike<unknown>)[] = [
    () => client.vectorStores.retrieve("vs_1"),
    () => client.vectorStores.search("vs_1", { query: "a" }),
    () => client.vectorStores.files.retrieve("file_1", inStore),
    () => client.vectorStores.files.create(storeId, { file_id: "file_1" }),
    () => client.vectorStores.fileBatches.create(storeId, { file_ids: [fileId, "file_1"] }),
    () => client.vectorStores.fileBatches.retrieve("batch_1", inStore),
    () => client.vectorStores.fileBatches.cancel("batch_1", inStore),
    () => client.files.retrieve("file_1"),
    () => client.files.content("file_1"),
    () => client.files.delete("doc_1"),
    () => client.models.retrieve("gpt-6-sol"),
  ];
  for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 404, code: "not_found" });
});

test("a wrong key: 401, with the code that clients know", async () => {
  const error = await refusal(openAiClient(app, "sk-wrong").vectorStores.list());
  expect(error).toMatchObject({ status: 401, code: "invalid_api_key", type: "invalid_request_error" });
  expect(await refusal(openAiClient(app, "sk-wrong").responses.retrieve("r"))).toMatchObject({ status: 401 });
});

test("a form without a file, with two files, or no form at all is refused", async () => {
  const send = async (form: FormData | undefined) => {
    const headers = { authorization: `Bearer ${app.rootKey}` };
    const body = form ?? "text";
    const url = "http://localhost/openai/v1/files";
    const answer = await app.app.handle(new Request(url, { method: "POST", headers, body }));
    return { status: answer.status, error: object(await answer.json()).error };
  };
  const form = new FormData();
  form.set("purpose", "assistants");
  expect(await send(form)).toMatchObject({ status: 400, error: { param: "file" } });
  form.append("file", textFile("a.md", "a"));
  form.append("file", textFile("b.md", "b"));
  expect(await send(form)).toMatchObject({ status: 400, error: { param: "file" } });
  expect(await send(undefined)).toMatchObject({ status: 415, error: { type: "invalid_request_error" } });
});

test("text that PostgreSQL refuses is refused in each field", async () => {
  const nul = "a\u0000b";
  const calls: readonly (() => PromiseLike<unknown>)[] = [
    () => client.vectorStores.create({ name: nul }),
    () => client.vectorStores.create({ description: nul }),
    () => client.vectorStores.create({ metadata: { a: nul } }),
    () => client.vectorStores.create({ file_ids: [nul] }),
    () => client.vectorStores.update(storeId, { name: nul }),
    () => client.vectorStores.list({ after: nul }),
    () => client.vectorStores.list({ before: nul }),
    () => client.vectorStores.search(storeId, { query: nul }),
    () => client.vectorStores.search(storeId, { query: "a", filters: { type: "eq", key: nul, value: nul } }),
    () => client.vectorStores.files.create(storeId, { file_id: nul }),
    () => client.vectorStores.files.create(storeId, { file_id: fileId, attributes: { [nul]: nul } }),
    () => client.vectorStores.fileBatches.create(storeId, { file_ids: [nul] }),
    () => client.vectorStores.fileBatches.create(storeId, { files: [{ file_id: nul }] }),
    () => client.files.list({ after: nul }),
    () => client.files.list({ purpose: nul }),
    () => client.embeddings.create({ model: app.deps.embedder.model, input: nul }),
  ];
  for (const [at, call] of calls.entries())
    expect({ at, status: (await refusal(call())).status }).toEqual({ at, status: 400 });
  for (const call of [
    () => client.vectorStores.retrieve(nul),
    () => client.files.retrieve(nul),
    () => client.vectorStores.files.retrieve(nul, { vector_store_id: storeId }),
  ])
    expect(await refusal(call())).toMatchObject({ status: 404 });
});
