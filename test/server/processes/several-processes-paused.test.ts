import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import postgres from "postgres";
import { isInstalled, POSTGRES, POSTGRES_CHROMA } from "../../support/configurations.ts";
import { startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { until } from "../../support/until.ts";
import { startHoldingProxy } from "../indexes/holding-proxy.ts";
import { about, inEveryMode, type Process, type Processes, prepareProcesses, shown } from "./processes.ts";

// A process that is paused in the middle of a write, because the machine swaps or the network is slow, does not undo what
// another process wrote and acknowledged in the meantime.

const GATE = 4711;
let processes: Processes;
let sql: postgres.Sql;

async function prepare(configuration: typeof POSTGRES): Promise<void> {
  processes = await prepareProcesses(configuration);
  sql = postgres(processes.env.DATABASE_URL ?? "", { max: 2, onnotice: () => undefined });
}
async function end(): Promise<void> {
  await sql?.end({ timeout: 1 });
  await processes?.end();
}

/** Waits until a statement that contains some words waits for a lock. */
const blocked = (words: string) =>
  until(`"${words}" to wait`, async () => {
    const rows = await sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and lower(query) like ${`%${words}%`}`;
    return rows.length > 0 || undefined;
  });

async function expectHealthy({ server }: Process): Promise<void> {
  const { code, output } = await server.command("doctor");
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("no problems found") });
}

describe.skipIf(!isInstalled(POSTGRES))("on PostgreSQL with pgvector, a process that is paused", () => {
  beforeAll(() => prepare(POSTGRES), 30_000);
  afterEach(() => processes.stopAll());
  afterAll(end, 30_000);

  test("before it deletes a replaced file, which another process stores again", async () => {
    const [one, two] = [await processes.start(), await processes.start()];
    const spaceId = (await one.quarry.spaces.create({ name: "Files" })).space.id;
    const put = ({ quarry }: Process, word: string) =>
      quarry.documents.upsert({ spaceId, filename: "a.md", content: about(word) });
    const { id } = (await put(one, "heron")).document;
    await sql.unsafe(`
      create function wait_at_gate() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(${GATE}); return null; end $$;
      create constraint trigger gate after update on documents deferrable initially deferred
        for each row execute function wait_at_gate()`);
    let slow: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${GATE})`;
      slow = put(two, "stork");
      await blocked("commit");
      process.kill(-two.server.pid, "SIGSTOP");
    });
    try {
      const read = () => one.quarry.documents.getByFilename({ spaceId, filename: "a.md" });
      const isThere = async () => (await read()).content === about("stork") || undefined;
      await until("the end of the commit", isThere);
      await put(one, "heron");
    } finally {
      process.kill(-two.server.pid, "SIGCONT");
    }
    await slow;
    await sql`drop trigger gate on documents`;
    const headers = { "Svc-Api-Key": processes.env.QUARRY_ROOT_KEY ?? "" };
    const file = await fetch(`${one.server.baseUrl}/api/documents/${id}/file`, { headers });
    expect([file.status, await file.text()]).toEqual([200, about("heron")]);
    await expectHealthy(one);
    // The next test uses another model, so the document would be re-embedded first.
    await one.quarry.spaces.purge(spaceId);
  }, 120_000);

  test("before it writes a processed document, whose name and metadata another process changes", async () => {
    // Long enough to start another process.
    const provider = startEmbeddingProvider({ dimensions: 64, delayMs: 6000 });
    const embedder = { OPENAI_API_KEY: provider.apiKey, OPENAI_BASE_URL: provider.url };
    const env = { ...embedder, QUARRY_EMBEDDING_DIMENSIONS: "64" };
    const one = await processes.start(env);
    const spaceId = (await one.quarry.spaces.create({ name: "Changed" })).space.id;
    const file = { spaceId, filename: "a.md", content: about("curlew"), metadata: { revision: 1 } };
    const { id } = await one.quarry.documents.upload(file);
    await until("the worker to start", () => provider.stats.calls > 0 || undefined);
    const two = await processes.start(env);
    await sql.begin(async (tx) => {
      await tx`lock table jobs in access exclusive mode`;
      await blocked('left join "jobs"');
      await two.quarry.documents.update({ spaceId, id, filename: "b.md", metadata: { revision: 2 } });
    });
    const read = async () => (await two.quarry.documents.get({ spaceId, id })).document;
    await until("its end", async () => ((await read()).status === "COMPLETED" ? true : undefined));
    expect(await read()).toMatchObject({ filename: "b.md", metadata: { revision: 2 } });
    provider.set({ delayMs: 0 });
    const text = `${about("curlew")} {"revision":2}`;
    expect(await shown(one.quarry, spaceId, "curlew")).toEqual(inEveryMode([text]));
    await expectHealthy(one);
    await processes.stopAll();
    await provider.stop();
  }, 120_000);
});

describe.skipIf(!isInstalled(POSTGRES_CHROMA))("on PostgreSQL with Chroma, a process that is paused", () => {
  beforeAll(() => prepare(POSTGRES_CHROMA), 60_000);
  afterAll(end, 30_000);

  test("before it deletes vectors from the store, whose document another process restores", async () => {
    const proxy = startHoldingProxy(processes.surroundings.chroma?.url ?? "");
    const one = await processes.start({ CHROMA_URL: proxy.url });
    const two = await processes.start();
    const spaceId = (await two.quarry.spaces.create({ name: "Brought back" })).space.id;
    const sent = { spaceId, filename: "a.md", content: about("avocet") };
    const { id } = (await one.quarry.documents.upsert(sent)).document;
    proxy.hold(/\/delete$/);
    const slow = one.quarry.documents.update({ spaceId, id, status: "FAILED" });
    await proxy.holding();
    await two.quarry.documents.update({ spaceId, id, status: "COMPLETED" });
    proxy.release();
    await slow;
    for (const { quarry } of [one, two])
      expect(await shown(quarry, spaceId, "avocet")).toEqual(inEveryMode([`${about("avocet")} {}`]));
    await expectHealthy(two);
    await processes.stopAll();
    await proxy.stop();
  }, 120_000);
});
