import { afterEach, expect, test } from "bun:test";
import type { Quarry } from "@quarry/sdk";
import { type EmbeddingProvider, startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { addTenant } from "../other-tenant.ts";
import { runSql, strandedDocuments } from "../rows.ts";

let app: InProcessApp;
let provider: EmbeddingProvider;
afterEach(async () => {
  expect(await strandedDocuments(app.deps)).toEqual([]);
  await app.stop();
  await provider.stop();
});

/** An application whose jobs take `delayMs` each and run `concurrency` at a time. */
async function start(concurrency: number, delayMs: number, env: Record<string, string> = {}) {
  provider = startEmbeddingProvider({ dimensions: 16, delayMs });
  app = await startApp({
    env: {
      OPENAI_API_KEY: provider.apiKey,
      OPENAI_BASE_URL: provider.url,
      QUARRY_EMBEDDING_DIMENSIONS: "16",
      QUARRY_JOB_CONCURRENCY: String(concurrency),
      ...env,
    },
  });
  return { spaceId: await spaceOf(app.quarry) };
}

const spaceOf = async (quarry: Quarry) => (await quarry.spaces.create({ name: "Queue" })).space.id;

/** Waits until `count` documents are COMPLETED. Returns their filenames in order of completion. */
async function finished(count: number): Promise<string[]> {
  return until(`${count} documents to be COMPLETED`, async () => {
    const rows = await runSql(
      app.deps,
      "select filename from documents where status = 'COMPLETED' order by updated_at, id",
    );
    return rows.length === count ? rows.map(({ filename }) => String(filename)) : undefined;
  });
}

const MANY_UPLOADS = 192;
/** Uploads sent at the same time. */
const WAVE = 24;
/** The most jobs that a worker processes together. */
const MOST_PER_CLAIM = 64;

test("an organization with few uploads does not wait for one with many", async () => {
  const { spaceId } = await start(1, 400);
  const other = await addTenant(app.deps, "Other", "enterprise");
  const theirs = app.quarryWith(other.key);
  const theirSpace = await spaceOf(theirs);
  for (let wave = 0; wave < MANY_UPLOADS / WAVE; wave += 1)
    await Promise.all(
      Array.from({ length: WAVE }, (_, number) =>
        app.quarry.documents.upload({
          spaceId,
          filename: `many-${wave}-${number}`,
          content: `many ${number}`,
        }),
      ),
    );
  for (const name of ["few-1", "few-2"])
    await theirs.documents.upload({ spaceId: theirSpace, filename: name, content: name });
  const [{ count: before } = { count: 0 }] = await runSql(
    app.deps,
    "select count(*)::int from documents where status = 'COMPLETED'",
  );
  const order = await finished(MANY_UPLOADS + 2);
  // Only the jobs that were running come first.
  for (const name of ["few-1", "few-2"])
    expect(order.indexOf(name) - Number(before)).toBeLessThanOrEqual(MOST_PER_CLAIM + 1);
  // The organizations take turns, and each queue keeps its order.
  const many = order.filter((name) => name.startsWith("many"));
  // Concurrent uploads have no order among each other, and may be committed beside the next ones.
  const waveOf = (name: string) => Number(name.split("-")[1]);
  const moved = many.map((name, at) => Math.abs(waveOf(name) - Math.floor(at / WAVE)));
  expect(Math.max(...moved)).toBeLessThanOrEqual(1);
});

test("a small file does not wait for large files that were sent just before", async () => {
  const { spaceId } = await start(1, 150);
  const upload = (filename: string, bytes: number) =>
    app.quarry.documents.upload({
      spaceId,
      filename,
      content: `${filename} `.repeat(bytes / 6).slice(0, bytes),
    });
  await upload("first", 10);
  await upload("large", 1_000_000);
  await upload("small", 10);
  expect(await finished(3)).toEqual(["first", "small", "large"]);
});

test("the configured number of jobs run concurrently", async () => {
  // Long enough for a slow machine to prepare the next two documents meanwhile.
  const { spaceId } = await start(3, 1500);
  // Too long to be processed together.
  const content = "A sentence of a text. ".repeat(1000);
  await Promise.all(
    Array.from({ length: 9 }, (_, number) =>
      app.quarry.documents.upload({ spaceId, filename: `${number}`, content: `${number} ${content}` }),
    ),
  );
  await finished(9);
  expect(provider.stats.maxConcurrency).toBe(3);
});

test("progress is shown during processing and cleared afterwards", async () => {
  const { spaceId } = await start(1, 700);
  const content = Array.from({ length: 12_000 }, (_, at) => `Sentence ${at} is about number ${at}.`).join(
    "\n\n",
  );
  const { id } = await app.quarry.documents.upload({ spaceId, filename: "long.txt", content });
  const read = async () => (await app.quarry.documents.get({ spaceId, id })).document;
  const seen = await until("embedding progress", async () => {
    const { progress } = await read();
    return progress?.stage === "embedding" && (progress.done ?? 0) > 0 ? progress : undefined;
  });
  expect(seen).toMatchObject({ unit: "chunks" });
  expect(seen.done).toBeLessThan(seen.total ?? 0);
  expect(seen.etaSeconds).toBeGreaterThanOrEqual(0);
  await finished(1);
  expect((await read()).progress).toBeNull();
});

test("a stalled job is stopped and retried, and its late result changes nothing", async () => {
  const { spaceId } = await start(1, 3000, { QUARRY_JOB_STALL_MS: "300", QUARRY_JOB_MAX_ATTEMPTS: "1" });
  const { id } = await app.quarry.documents.upload({ spaceId, filename: "still", content: "stands still" });
  const read = async () => (await app.quarry.documents.get({ spaceId, id })).document;
  const failed = await until("the document to fail", async () => {
    const document = await read();
    return document.status === "FAILED" ? document : undefined;
  });
  expect(failed.errorMessage).toContain("made no progress");
  await Bun.sleep(3500);
  expect((await read()).status).toBe("FAILED");
  provider.set({ delayMs: 0 });
  await app.quarry.documents.retry({ spaceId, id });
  await finished(1);
});
