import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Document } from "@quarry/schema";
import { expectStatus } from "../contract/expecting.ts";
import { type EmbeddingProvider, startEmbeddingProvider } from "../support/embedding-provider.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { until } from "../support/until.ts";
import { runSql, strandedDocuments } from "./rows.ts";

const LEASE_MS = 300;
const HOLD_MS = 400;

let provider: EmbeddingProvider;
let app: InProcessApp;
let spaceId: string;
beforeAll(async () => {
  provider = startEmbeddingProvider({ dimensions: 64 });
  app = await startApp({
    env: {
      OPENAI_API_KEY: provider.apiKey,
      OPENAI_BASE_URL: provider.url,
      QUARRY_EMBEDDING_DIMENSIONS: "64",
      QUARRY_JOB_LEASE_MS: String(LEASE_MS),
      QUARRY_STATUS_HOLD_MS: String(HOLD_MS),
      QUARRY_JOB_MAX_ATTEMPTS: "2",
    },
  });
  spaceId = (await app.quarry.spaces.create({ name: "Jobs" })).space.id;
}, 60_000);
afterAll(async () => {
  provider.reset();
  await app.stop();
  await provider.stop();
});

const read = async (id: string): Promise<Document> => (await app.quarry.documents.get({ spaceId, id })).document;
const upload = (filename: string, content: string) => app.quarry.documents.upload({ spaceId, filename, content });
const jobsOf = (id: string) => runSql(app.deps, `select * from jobs where document_id = '${id}'`);

function settled(id: string): Promise<Document> {
  return until(`the end of ${id}`, async () => {
    const document = await read(id);
    return document.status === "COMPLETED" || document.status === "FAILED" ? document : undefined;
  });
}

async function isFound(id: string, query: string): Promise<boolean> {
  const { results } = await app.quarry.query({ query, spaceIds: spaceId, mode: "lexical" });
  return results.some((item) => item.document.id === id);
}

describe("a job", () => {
  test("of a broken file ends FAILED with what is wrong, and the document can be replaced", async () => {
    const { id } = await upload("broken.json", '{"a": [1, 2');
    const failed = await settled(id);
    expect(failed.status).toBe("FAILED");
    expect(failed.errorMessage).toMatch(/JSON/);
    expect(await jobsOf(id)).toEqual([]);
    const { document, created } = await app.quarry.documents.upsert({
      spaceId,
      filename: "broken.json",
      content: '{"mended": "abalone"}',
    });
    expect({ id: document.id, created, error: document.errorMessage }).toEqual({ id, created: false, error: null });
    expect(await isFound(id, "abalone")).toBe(true);
  });

  test("outlives its lease as long as its worker does", async () => {
    provider.set({ delayMs: LEASE_MS * 4 });
    const { id } = await upload("slow.md", "A tortoise named Methuselah.");
    expect((await settled(id)).status).toBe("COMPLETED");
    provider.set({ delayMs: 0 });
    const calls = provider.stats.inputs.filter((texts) => texts.some((text) => text.includes("Methuselah")));
    expect(calls).toHaveLength(1);
  });

  test("whose worker died is taken again when the lease has run out", async () => {
    const { id } = await upload("orphan.md", "An orphaned job about tamarind.");
    await settled(id);
    // As a process leaves it that was killed in the middle.
    await runSql(app.deps, `update documents set status = 'PROCESSING' where id = '${id}'`);
    await runSql(
      app.deps,
      `insert into jobs (document_id, org_id, attempts, run_at, lease_token, created_at)
       values ('${id}', '${app.orgId}', 1, now() + interval '${LEASE_MS} milliseconds', 'dead', now())`,
    );
    expect((await settled(id)).status).toBe("COMPLETED");
    expect(await isFound(id, "tamarind")).toBe(true);
  });

  test("fails with a cause after as many attempts as are allowed", async () => {
    const { id, storageUrl } = await upload("lost.md", "Will be lost.");
    await settled(id);
    await Bun.file(new URL(storageUrl)).delete();
    await app.quarry.documents.update({ spaceId, id, status: "PROCESSING" });
    const failed = await settled(id);
    expect(failed).toMatchObject({ status: "FAILED", errorMessage: /no longer there/.exec(failed.errorMessage ?? "")?.input });
    expect(await isFound(id, "lost")).toBe(false);
  });

  test("that cannot be done for a reason of ours is tried again, then given up, and does not say why", async () => {
    await runSql(app.deps, "alter table document_texts add constraint jam check (text <> 'Jammed rambutan.')");
    const { id } = await upload("jammed.md", "Jammed rambutan.");
    const { status, errorMessage } = await settled(id);
    expect(status).toBe("FAILED");
    expect(errorMessage).toContain("Given up after 2 attempts");
    expect(errorMessage).not.toMatch(/constraint|insert|jam\b/);
    expect(app.logLines.join()).toContain(id);
    expect(app.logLines.join()).not.toContain("rambutan");
    await runSql(app.deps, "alter table document_texts drop constraint jam");
  });
});

describe("a caller's PATCH or DELETE", () => {
  test("of the status PROCESSING hides the document for a while; then it is processed and found again", async () => {
    const { document } = await app.quarry.documents.upsert({ spaceId, filename: "held.md", content: "Held quince." });
    for (const status of ["PROCESSING", "PENDING"] as const) {
      await app.quarry.documents.update({ spaceId, id: document.id, status });
      expect(await isFound(document.id, "quince")).toBe(false);
      await Bun.sleep(HOLD_MS / 2);
      expect((await read(document.id)).status).toBe(status);
      expect((await settled(document.id)).status).toBe("COMPLETED");
      expect(await isFound(document.id, "quince")).toBe(true);
    }
  });

  test("of the status FAILED or COMPLETED during processing stands", async () => {
    provider.set({ delayMs: 300 });
    const { id } = await upload("stopped.md", "Stopped loquat.");
    await until("the call", () => provider.stats.inputs.flat().some((text) => text.includes("loquat")) || undefined);
    const stop = { spaceId, id, status: "FAILED", errorMessage: "Stopped by hand." } as const;
    await app.quarry.documents.update(stop);
    await Bun.sleep(500);
    provider.set({ delayMs: 0 });
    expect(await read(id)).toMatchObject({ status: "FAILED", errorMessage: "Stopped by hand." });
    expect(await isFound(id, "loquat")).toBe(false);
  });

  test("DELETE during processing leaves neither document nor job, and the name is free", async () => {
    provider.set({ delayMs: 300 });
    const { id } = await upload("gone.md", "Gone medlar.");
    await until("the call", () => provider.stats.inputs.flat().some((text) => text.includes("medlar")) || undefined);
    await app.quarry.documents.delete({ spaceId, id });
    expect(await jobsOf(id)).toEqual([]);
    await Bun.sleep(500);
    provider.set({ delayMs: 0 });
    expectStatus(await app.call("GET", `/api/documents/${id}`), 404);
    expect(await isFound(id, "medlar")).toBe(false);
    const again = await upload("gone.md", "Back again.");
    expect((await settled(again.id)).status).toBe("COMPLETED");
  });
});

describe("a worker that lost its document to a PUT", () => {
  test("leaves it alone, also when its own work fails", async () => {
    await app.quarry.documents.upsert({ spaceId, filename: "paid.md", content: "A persimmon tree." });
    provider.set({ delayMs: 300 });
    const { id } = await upload("taken.md", "Taken cherimoya.");
    await until("the call", () => provider.stats.inputs.flat().some((text) => text.includes("cherimoya")) || undefined);
    // This text is paid for already, so that the PUT needs no provider.
    await app.quarry.documents.upsert({ spaceId, filename: "taken.md", content: "A persimmon tree." });
    provider.set({ status: 401 });
    await Bun.sleep(500);
    provider.reset();
    expect(await read(id)).toMatchObject({ status: "COMPLETED", errorMessage: null });
    expect(await isFound(id, "persimmon")).toBe(true);
  });

  test("never strands a document between COMPLETED and a job, whenever it is taken", async () => {
    const filenames = Array.from({ length: 150 }, (_, index) => `race-${index}.md`);
    for (let start = 0; start < filenames.length; start += 15)
      await Promise.all(
        filenames.slice(start, start + 15).map(async (filename, index) => {
          await upload(filename, `First ${filename}.`);
          await Bun.sleep(index);
          await app.quarry.documents.upsert({ spaceId, filename, content: "A persimmon tree." });
        }),
      );
    await until("the jobs", async () => ((await runSql(app.deps, "select 1 from jobs")).length === 0 ? true : undefined));
    expect(await strandedDocuments(app.deps)).toEqual([]);
    for await (const { filename, status } of app.quarry.documents.list({ spaceId, pageSize: 100 }))
      if (filename.startsWith("race-")) expect({ filename, status }).toEqual({ filename, status: "COMPLETED" });
  });
});

test("after all of this no document is stranded", async () => {
  await until("the jobs", async () => ((await runSql(app.deps, "select 1 from jobs")).length === 0 ? true : undefined));
  expect(await strandedDocuments(app.deps)).toEqual([]);
});
