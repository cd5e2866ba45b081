import { afterAll, beforeAll, expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { FAULTS, type FaultyProxy, startFaultyProxy } from "../support/faulty-proxy.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { startReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

// A third of all calls fails. In the end every operation has taken effect exactly once.

/** Number of rounds. `QUARRY_TEST_FAULTY_ROUNDS=50` takes minutes. */
const ROUNDS = Number(process.env.QUARRY_TEST_FAULTY_ROUNDS ?? 2);
const SEED = Number(process.env.QUARRY_TEST_SEED ?? 7);
const LIMIT_MS = 40_000 + 20_000 * ROUNDS;

let server: RunningServer;
let proxy: FaultyProxy;
let receiver: WebhookReceiver;
/** Clients with and without the faulty proxy. */
let faulty: Quarry;
let direct: Quarry;

beforeAll(async () => {
  receiver = startReceiver();
  server = await startServer({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" } });
  proxy = await startFaultyProxy(server.baseUrl, { share: 1 / 3, random: seededRandom(SEED) });
  faulty = new Quarry({ apiKey: server.rootKey, baseUrl: proxy.url, maxRetries: 30 });
  direct = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl });
}, 90_000);
afterAll(async () => {
  receiver?.stop();
  await proxy?.stop();
  await server?.stop();
});

const numbered = <Value>(count: number, make: (at: number) => Value) =>
  Array.from({ length: count }, (_, at) => make(at));

async function listed<Item, Value>(
  items: AsyncIterable<Item>,
  readValue: (item: Item) => Value,
): Promise<Value[]> {
  const values: Value[] = [];
  for await (const item of items) values.push(readValue(item));
  return values.sort();
}

async function documents(spaceId: string): Promise<void> {
  const text = (at: number) => `The heron number ${at} stands in the water.`;
  const bytes = (at: number) => new TextEncoder().encode(text(at));
  const uploads = await Promise.all(
    numbered(8, (at) =>
      faulty.documents.upload(
        at % 2
          ? { spaceId, filename: `upload ${at}`, content: text(at) }
          : { spaceId, filename: `upload ${at}`, file: bytes(at) },
        // With onProgress, the file is streamed.
        at % 4 ? {} : { onProgress: () => undefined },
      ),
    ),
  );
  const [upserts, many] = await Promise.all([
    Promise.all(
      numbered(4, (at) => faulty.documents.upsert({ spaceId, filename: `upsert ${at}`, file: bytes(at) })),
    ),
    faulty.documents.upsertMany(
      numbered(60, (at) => ({ filename: `many ${at}`, content: text(at) })),
      { spaceId },
    ),
  ]);
  expect(many.map(({ filename }) => filename)).toEqual(numbered(60, (at) => `many ${at}`));
  await Promise.all(uploads.map((document) => document.waitUntilReady()));
  const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => ({ spaceId, id }));
  const [first, second, third, ...rest] = idsOf(uploads);
  if (!first || !second || !third) throw new Error("no uploads");
  await Promise.all([
    faulty.documents.delete(first),
    faulty.documents.update({ ...second, filename: "renamed", metadata: { a: 1 } }),
    ...idsOf(upserts.map(({ document }) => document)).map((name) => faulty.documents.delete(name)),
    (async () => {
      await faulty.documents.update({ ...third, status: "FAILED" });
      await faulty.documents.retry(third);
    })(),
  ]);
  const names = await listed(direct.documents.list({ spaceId, pageSize: 100 }), ({ filename }) => filename);
  const kept = ["renamed", "upload 2", ...rest.map((_, at) => `upload ${at + 3}`)];
  expect(names).toEqual([...kept, ...numbered(60, (at) => `many ${at}`)].sort());
  expect(await wholeFile(rest[0] ?? third)).toBe(text(3));
}

/** Downloads a file, with retries, because an incomplete download fails while its body is read. */
async function wholeFile(name: { readonly spaceId: string; readonly id: string }): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const { body, sizeBytes } = await faulty.documents.file(name);
    const read = await new Response(body).text().catch((error: unknown) => {
      if (tries >= 30) throw error;
      return undefined;
    });
    if (read === undefined) continue;
    expect(read.length).toBe(sizeBytes ?? -1);
    return read;
  }
}

async function evaluations(spaceId: string): Promise<void> {
  const queries = [{ query: "heron", relevant: [{ filename: "upload 3" }] }];
  const create = (at: number) => faulty.evaluations.create({ spaceId, name: `golden ${at}`, queries });
  const created = await Promise.all(numbered(3, create));
  const [gone, kept, asked] = created.map(({ evaluation }) => ({ spaceId, id: evaluation.id }));
  if (!gone || !kept || !asked) throw new Error("no evaluations");
  await Promise.all([
    faulty.evaluations.delete(gone),
    faulty.evaluations.update({ ...kept, name: "silver" }),
    ...numbered(3, () => faulty.evaluations.run(asked)),
  ]);
  expect(await listed(direct.evaluations.list({ spaceId }), ({ name }) => name)).toEqual([
    "golden 2",
    "silver",
  ]);
  expect(await listed(direct.evaluations.runs(asked), ({ id }) => id)).toHaveLength(3);
}

/** Created keys work, no matter which attempt returned them. */
async function keys(round: number): Promise<void> {
  const create = (at: number) => faulty.apiKeys.create({ name: `key ${round} ${at}`, level: "read" });
  const created = await Promise.all(numbered(6, create));
  const [gone, ...rest] = created;
  if (!gone) throw new Error("no keys");
  await faulty.apiKeys.delete({ id: gone.apiKey.id });
  const rotated = await Promise.all(rest.map(({ apiKey }) => faulty.apiKeys.rotate({ id: apiKey.id })));
  for (const { key } of rotated)
    await new Quarry({ apiKey: key, baseUrl: server.baseUrl }).spaces.list({ pageSize: 1 });
  const names = await listed(direct.apiKeys.list({ pageSize: 100 }), ({ name }) => name);
  expect(names.filter((name) => name.startsWith(`key ${round} `))).toEqual(
    numbered(5, (at) => `key ${round} ${at + 1}`),
  );
}

async function webhooks(round: number): Promise<void> {
  const create = (at: number) =>
    faulty.webhooks.create({ url: `${receiver.url}?${round}`, description: `hook ${round} ${at}` });
  const created = await Promise.all(numbered(3, create));
  const [gone, kept, tested] = created.map(({ webhook }) => ({ id: webhook.id }));
  if (!gone || !kept || !tested) throw new Error("no webhooks");
  await Promise.all([
    faulty.webhooks.delete(gone),
    faulty.webhooks.update({ ...kept, enabled: false }),
    faulty.webhooks.rotate(tested),
    faulty.webhooks.test(tested),
  ]);
  const found = await listed(direct.webhooks.list({ pageSize: 100 }), ({ description }) => description);
  expect(found.filter((text) => text.startsWith(`hook ${round} `))).toEqual([
    `hook ${round} 1`,
    `hook ${round} 2`,
  ]);
}

test(
  "every operation takes effect exactly once",
  async () => {
    await Promise.all(
      numbered(ROUNDS, async (round) => {
        const create = (at: number) => faulty.spaces.create({ name: `space ${round} ${at}` });
        const created = await Promise.all(numbered(6, create));
        const [used, archived, restored, purged] = created.map(({ space }) => space.id);
        if (!used || !archived || !restored || !purged) throw new Error("no spaces");
        await Promise.all([
          documents(used).then(() => evaluations(used)),
          keys(round),
          webhooks(round),
          faulty.spaces.archive(archived),
          faulty.spaces.archive(restored).then(() => faulty.spaces.restore(restored)),
          faulty.spaces.purge(purged),
          faulty.spaces.update(used, { description: "changed" }),
        ]);
      }),
    );
    const spaces = await listed(
      direct.spaces.list({ status: "all", pageSize: 100 }),
      ({ name, isArchived }) => `${name}${isArchived ? " archived" : ""}`,
    );
    const ofRound = (round: number) =>
      ["0", "1 archived", "2", "4", "5"].map((rest) => `space ${round} ${rest}`);
    expect(spaces).toEqual(numbered(ROUNDS, ofRound).flat().sort());
    const tests = receiver.received.filter(({ type }) => type === "webhook.test");
    expect(tests).toHaveLength(ROUNDS);
    // Every kind of fault has occurred.
    expect(FAULTS.filter((fault) => !proxy.counts.has(fault))).toEqual([]);
  },
  LIMIT_MS,
);
