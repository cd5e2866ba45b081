import { afterAll, beforeAll, expect, test } from "bun:test";
import type { BulkOperation, EventType } from "@quarry/schema";
import { Quarry } from "@quarry/sdk";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";

const DOCUMENTS = 2000;
const BATCH = 100;
const KILLS = 2;

let server: RunningServer;
let spaceId: string;
const connect = () => new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });

beforeAll(async () => {
  server = await startServer();
  const quarry = connect();
  spaceId = (await quarry.spaces.create({ name: "Killed" })).space.id;
  for (let start = 0; start < DOCUMENTS; start += BATCH)
    await quarry.documents.upsertBatch({
      spaceId,
      documents: Array.from({ length: BATCH }, (_, at) => ({
        filename: `${start + at}.md`,
        content: `Heron ${start + at} stands in the reeds.`,
      })),
    });
}, 120_000);
afterAll(() => server?.stop(), 60_000);

/** Kills the server while it works on an operation, and waits for the end after the last restart. */
async function withKills({ id }: BulkOperation): Promise<BulkOperation> {
  let done = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    done = await until("more documents to be done", async () => {
      const { operation } = await connect().bulk.get({ id });
      return operation.done > done ? operation.done : undefined;
    });
    await server.kill();
    // Killed in the middle, or this shows nothing.
    expect(done).toBeLessThan(DOCUMENTS);
    await server.restart();
  }
  return connect().bulk.wait({ id }, { timeoutMs: 120_000 });
}

/** The ids of the documents of all events of a type, one for each event. */
async function documentsOf(type: EventType): Promise<string[]> {
  const stop = new AbortController();
  const ids: string[] = [];
  const events = connect().events.stream(
    { spaceId, types: [type], lastEventId: "0" },
    { signal: stop.signal },
  );
  const reading = (async () => {
    for await (const event of events) if ("document" in event.data) ids.push(event.data.document.id);
  })();
  // A second event for a document would come soon after the first ones.
  await until(`${DOCUMENTS} events`, () => ids.length >= DOCUMENTS || undefined, 60_000);
  await Bun.sleep(300);
  stop.abort();
  await reading;
  return ids;
}

test("a change of all documents is done after kills, and each document is changed once", async () => {
  const { operation } = await connect().bulk.start({
    spaceId,
    where: {},
    action: "setMetadata",
    metadata: { seen: true },
  });
  const ended = await withKills(operation);
  expect(ended).toMatchObject({ state: "completed", total: DOCUMENTS, done: DOCUMENTS, failed: 0 });
  const seen = await connect().documents.list({ spaceId, metadata: { seen: true }, pageSize: 1 });
  expect(seen.pagination.total).toBe(DOCUMENTS);
  const changed = await documentsOf("document.updated");
  expect([changed.length, new Set(changed).size]).toEqual([DOCUMENTS, DOCUMENTS]);
  const { results } = await connect().query({
    ...{ query: "heron 77", spaceIds: spaceId, filter: { seen: true }, topK: 1 },
  });
  expect(results[0]?.document.filename).toBe("77.md");
}, 240_000);

test("a deletion of all documents is done after kills, and each document is deleted once", async () => {
  const { operation } = await connect().bulk.start({ spaceId, where: {}, action: "delete" });
  const late = await connect().documents.upsert({ spaceId, filename: "late.md", content: "A late heron." });
  const ended = await withKills(operation);
  expect(ended).toMatchObject({ state: "completed", total: DOCUMENTS, done: DOCUMENTS, failed: 0 });
  const left = await connect().documents.list({ spaceId });
  expect(left.data.map(({ id }) => id)).toEqual([late.document.id]);
  const deleted = await documentsOf("document.deleted");
  expect([deleted.length, new Set(deleted).size]).toEqual([DOCUMENTS, DOCUMENTS]);
  const { results } = await connect().query({ query: "heron", spaceIds: spaceId });
  expect(results.map(({ document }) => document.id)).toEqual([late.document.id]);
  await server.end();
  // Files of documents that a kill left behind; a running server deletes them later.
  await server.command("doctor", "--repair");
  const { code, output } = await server.command("doctor");
  expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
}, 240_000);
