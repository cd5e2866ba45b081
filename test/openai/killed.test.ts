import { afterAll, beforeAll, expect, test } from "bun:test";
import OpenAI from "openai";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { POLL, textFile } from "./client.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
}, 120_000);
afterAll(() => server.stop());

const connect = () =>
  new OpenAI({ apiKey: server.rootKey, baseURL: `${server.baseUrl}/openai/v1`, maxRetries: 0 });

test("over HTTP: acknowledged files and attachments survive a kill", async () => {
  let client = connect();
  const store = await client.vectorStores.create({ name: "Store" });
  const large = textFile("large.txt", "The heron stands in the river. ".repeat(100_000), "text/plain");
  const upload = (file: File) => client.files.create({ file, purpose: "assistants" });
  const [one, two] = [await upload(large), await upload(textFile("two.md", "The otter swims."))];
  expect(one.bytes).toBe(3_100_000);
  await server.kill();
  await server.restart();
  client = connect();
  expect((await Array.fromAsync(client.files.list())).map(({ id }) => id)).toEqual([two.id, one.id]);

  const file_ids = [one.id, two.id];
  const { id } = await client.vectorStores.fileBatches.create(store.id, { file_ids });
  await server.kill();
  await server.restart();
  client = connect();
  const batch = await client.vectorStores.fileBatches.poll(store.id, id, POLL);
  expect(batch).toMatchObject({ status: "completed", file_counts: { completed: 2, total: 2 } });
  const { data } = await client.vectorStores.search(store.id, { query: "otter" });
  expect(data[0]).toMatchObject({ file_id: two.id, filename: "two.md" });
  const inStore = { vector_store_id: store.id };
  const content = await client.vectorStores.files.content(one.id, inStore);
  expect(content.data.reduce((sum, { text = "" }) => sum + text.length, 0)).toBeGreaterThan(3_000_000);
  await server.end();
  expect((await server.command("doctor")).output).toContain("no problems found");
  await server.restart();
}, 120_000);
