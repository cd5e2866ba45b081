import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Chunking, Document, DocumentChunk } from "@quarry/schema";
import { uniqueWord } from "../../faults/model.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { smallPdf } from "../../support/small-pdf.ts";
import { until } from "../../support/until.ts";
import { type JobApp, startJobApp } from "../jobs/job-app.ts";
import { operate } from "../operations/operating.ts";
import { essay, SMALL, tokens, wordOf } from "../queries/essay.ts";
import { runSql, strandedDocuments } from "../rows.ts";

let jobs: JobApp;
beforeAll(async () => {
  jobs = await startJobApp();
}, 120_000);
afterAll(() => jobs.stop());
afterEach(async () => {
  jobs.provider.reset();
  await jobs.idle();
  expect(await strandedDocuments(jobs.app.deps)).toEqual([]);
});

const NOT_CUT = "is not chunked with its space's settings and has no job";

async function spaceOf(chunking?: Partial<Chunking>): Promise<string> {
  const { space } = await jobs.app.quarry.spaces.create({ name: "Cut", ...(chunking && { chunking }) });
  return space.id;
}
const put = async (spaceId: string, filename: string, content: string): Promise<Document> =>
  (await jobs.app.quarry.documents.upsert({ spaceId, filename, content })).document;
const ofDocument = async (id: string, rest = "") =>
  (await jobs.app.call("GET", `/api/documents/${id}${rest}`)).json;
const chunksOf = async (id: string) => (await ofDocument(id, "/chunks?pageSize=100")).data as DocumentChunk[];
const read = async (id: string) => (await ofDocument(id)).document as Document;
const setChunking = async (spaceId: string, chunking: Partial<Chunking>) =>
  (await jobs.app.quarry.spaces.update(spaceId, { chunking })).space;
const rechunked = (spaceId: string) =>
  until(
    "the new chunks",
    async () => (await jobs.app.quarry.spaces.get(spaceId)).space.rechunking === undefined || undefined,
  );
/** Texts of the chunks of a document that was sent to a space with these settings. */
async function cutAnew(content: string, chunking: Partial<Chunking>): Promise<string[]> {
  const { id } = await put(await spaceOf(chunking), "essay.md", content);
  return (await chunksOf(id)).map((chunk) => chunk.content);
}

test("documents are chunked by the settings of their space, for PUT and POST, small and large", async () => {
  const spaceId = await spaceOf(SMALL);
  const small = await put(spaceId, "small.md", essay("put"));
  const { id: posted } = await jobs.app.quarry.documents.upload({
    ...{ spaceId, filename: "posted.md", content: essay("post") },
  });
  const random = seededRandom(3);
  const pages = Array.from({ length: 60 }, () => `${uniqueWord(random)} ${uniqueWord(random)} and more.`);
  const { id: pdf } = await jobs.app.quarry.documents.upload({
    ...{ spaceId, filename: "a.pdf", encoding: "base64" },
    content: Buffer.from(smallPdf(pages)).toString("base64"),
  });
  for (const id of [small.id, posted, pdf]) {
    await until("the document", async () => (await read(id)).status === "COMPLETED" || undefined);
    const chunks = await chunksOf(id);
    expect(chunks.length).toBeGreaterThan(10);
    for (const chunk of chunks) expect(tokens(chunk)).toBeLessThanOrEqual(60);
  }
  const chunks = await chunksOf(small.id);
  const repeats = chunks.filter((chunk, at) => Number(chunk.metadata.start) < endOf(chunks[at - 1]));
  expect(repeats.length).toBeGreaterThan(5);
});

const endOf = (chunk?: DocumentChunk) => Number(chunk?.metadata.end ?? 0);

test("new settings rechunk existing documents, which stay searchable throughout", async () => {
  const spaceId = await spaceOf();
  const essays = new Map(["alpha", "bravo", "charlie", "delta"].map((word) => [`${word}.md`, essay(word)]));
  const before = new Map<string, Document>();
  for (const [filename, content] of essays) before.set(filename, await put(spaceId, filename, content));
  jobs.provider.set({ delayMs: 300 });
  const space = await setChunking(spaceId, SMALL);
  expect(space).toMatchObject({ chunking: SMALL, rechunking: { total: 4 } });

  const seen: (number | undefined)[] = [];
  await until("the end", async () => {
    for (const filename of essays.keys()) {
      const word = filename.slice(0, -3);
      // Some word of the document, another one each time.
      const query = wordOf(word, seen.length % 30, 1);
      // Between the commit and the index in memory there is a moment in which neither chunk is found.
      await until(
        `${query} to be found`,
        async () => {
          const { results } = await jobs.app.quarry.query({ query, spaceIds: spaceId, mode: "lexical" });
          return results[0]?.chunk.content.includes(query) || undefined;
        },
        2000,
      );
      const { status } = await read(before.get(filename)?.id ?? "");
      expect(status).toBe("COMPLETED");
    }
    const { rechunking } = (await jobs.app.quarry.spaces.get(spaceId)).space;
    seen.push(rechunking?.done);
    return rechunking === undefined || undefined;
  });
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.slice(0, -1)).toEqual(seen.slice(0, -1).sort());
  jobs.provider.set({ delayMs: 0 });
  for (const [filename, content] of essays) {
    const { id, chunkCount } = before.get(filename) as Document;
    const chunks = await chunksOf(id);
    expect(chunks.map((chunk) => chunk.content)).toEqual(await cutAnew(content, SMALL));
    const now = await read(id);
    expect(now).toMatchObject({
      status: "COMPLETED",
      progress: null,
      warnings: [],
      chunkCount: chunks.length,
    });
    expect(chunks.length).toBeGreaterThan(chunkCount);
  }
});

test("unchanged chunks keep their ids and are not embedded again", async () => {
  const spaceId = await spaceOf({ maxTokens: 60 });
  const short = Array.from(
    { length: 12 },
    (_, at) => `# Part ${at}\n\nIt is about guava${at}. ${"x ".repeat(60)}`,
  );
  const { id } = await put(spaceId, "parts.md", `${short.join("\n\n")}\n\n# Last\n\n${essay("end", 10)}`);
  const before = await chunksOf(id);
  const paid = jobs.provider.stats.texts;
  await setChunking(spaceId, { maxTokens: 70 });
  await rechunked(spaceId);
  const after = await chunksOf(id);
  const ids = new Map(before.map((chunk) => [chunk.content, chunk.id]));
  const kept = after.filter(({ id, content }) => ids.get(content) === id);
  expect(kept.length).toBeGreaterThanOrEqual(12);
  expect(kept.length).toBeLessThan(after.length);
  expect(after.filter(({ content }) => ids.has(content))).toEqual(kept);
  expect(jobs.provider.stats.texts - paid).toBe(after.length - kept.length);
});

test("identical or reverted settings create no work, and an upsert of the same content stays a no-op", async () => {
  const spaceId = await spaceOf(SMALL);
  const { id, updatedAt } = await put(spaceId, "same.md", essay("same"));
  expect((await setChunking(spaceId, SMALL)).rechunking).toBeUndefined();
  jobs.provider.set({ delayMs: 400 });
  expect((await setChunking(spaceId, { maxTokens: 100 })).rechunking).toEqual({ done: 0, total: 1 });
  // Sent again meanwhile, it is what it was; the worker goes on.
  expect((await put(spaceId, "same.md", essay("same"))).updatedAt).toBe(updatedAt);
  expect((await setChunking(spaceId, SMALL)).rechunking).toBeUndefined();
  jobs.provider.set({ delayMs: 0 });
  await Bun.sleep(600);
  expect(await read(id)).toMatchObject({ updatedAt, warnings: [] });
});

test("a PUT, PATCH or DELETE during rechunking is not overwritten", async () => {
  const spaceId = await spaceOf();
  const [replaced, renamed, failed, deleted] = await Promise.all(
    ["replaced", "renamed", "failed", "deleted"].map((name) => put(spaceId, `${name}.md`, essay(name))),
  );
  jobs.provider.set({ delayMs: 300 });
  await setChunking(spaceId, SMALL);
  const { documents } = jobs.app.quarry;
  await documents.update({ spaceId, id: String(renamed?.id), filename: "new name.md", metadata: { a: 1 } });
  await documents.update({ spaceId, id: String(failed?.id), status: "FAILED", errorMessage: "By hand." });
  await documents.delete({ spaceId, id: String(deleted?.id) });
  await put(spaceId, "replaced.md", "A quite other text about medlars.");
  jobs.provider.set({ delayMs: 0 });
  await rechunked(spaceId);
  expect((await chunksOf(String(replaced?.id))).map(({ content }) => content)).toEqual([
    "A quite other text about medlars.",
  ]);
  expect(await read(String(renamed?.id))).toMatchObject({ filename: "new name.md", metadata: { a: 1 } });
  expect((await chunksOf(String(renamed?.id))).every((chunk) => tokens(chunk) <= 60)).toBe(true);
  expect(await read(String(failed?.id))).toMatchObject({ status: "FAILED", errorMessage: "By hand." });
  // Taken up again, it is cut as its space says by now, though nothing was processed.
  await documents.update({ spaceId, id: String(failed?.id), status: "COMPLETED" });
  await rechunked(spaceId);
  expect((await chunksOf(String(failed?.id))).every((chunk) => tokens(chunk) <= 60)).toBe(true);
});

test("settings that change during a PUT apply to it", async () => {
  const spaceId = await spaceOf();
  jobs.provider.set({ delayMs: 400 });
  const sent = put(spaceId, "late.md", essay("late"));
  await jobs.asked(wordOf("late", 0, 0));
  await setChunking(spaceId, SMALL);
  jobs.provider.set({ delayMs: 0 });
  const { id } = await sent;
  expect((await chunksOf(id)).every((chunk) => tokens(chunk) <= 60)).toBe(true);
});

test("uploads are processed before rechunk jobs", async () => {
  const spaceId = await spaceOf();
  for (let at = 0; at < 6; at += 1) await put(spaceId, `old-${at}.md`, essay(`old${at}x`, 8));
  jobs.provider.set({ delayMs: 150 });
  await setChunking(spaceId, SMALL);
  const uploaded = await jobs.app.quarry.documents.upload({
    spaceId,
    filename: "new.md",
    content: "Of kiwis.",
  });
  await until("the upload", async () => (await read(uploaded.id)).status === "COMPLETED" || undefined);
  expect((await jobs.app.quarry.spaces.get(spaceId)).space.rechunking?.done).toBeLessThan(5);
  jobs.provider.set({ delayMs: 0 });
  await rechunked(spaceId);
});

test("a document without its original file keeps its chunks and gets a warning, and the doctor reports it", async () => {
  const spaceId = await spaceOf();
  const lost = await put(spaceId, "lost.md", essay("lost"));
  const whole = await put(spaceId, "whole.md", essay("whole"));
  const before = await chunksOf(lost.id);
  await rm(fileURLToPath(lost.storageUrl));
  for (let time = 1; time <= 2; time += 1) {
    await setChunking(spaceId, SMALL);
    await rechunked(spaceId);
    const document = await read(lost.id);
    expect(document.status).toBe("COMPLETED");
    expect(document.warnings).toEqual([expect.stringContaining("original file no longer exists")]);
    expect(document.warnings[0]).toContain("former settings");
  }
  expect(await chunksOf(lost.id)).toEqual(before);
  expect((await chunksOf(whole.id)).length).toBeGreaterThan(before.length);
  const query = wordOf("lost", 3, 1);
  const { results } = await jobs.app.quarry.query({ query, spaceIds: spaceId, mode: "lexical" });
  expect(results[0]?.document.id).toBe(lost.id);
  const said = await operate(jobs.app.deps, { name: "doctor", repair: true });
  expect(said).toContain(`found document ${lost.id} ${NOT_CUT}`);
  // Sent again it is whole again.
  await jobs.app.quarry.documents.delete({ spaceId, id: lost.id });
  expect((await put(spaceId, "lost.md", essay("lost"))).warnings).toEqual([]);
});

test("a failing rechunk is retried, then stopped, and starts again when the settings are sent again", async () => {
  const spaceId = await spaceOf();
  const { id } = await put(spaceId, "jammed.md", essay("jammed"));
  const before = await chunksOf(id);
  await runSql(
    jobs.app.deps,
    "alter table document_texts add constraint jam check (text not like '%jammed%') not valid",
  );
  await setChunking(spaceId, SMALL);
  await rechunked(spaceId);
  const given = await read(id);
  expect(given).toMatchObject({ status: "COMPLETED", progress: null, chunkCount: before.length });
  expect(given.warnings).toEqual([expect.stringContaining("2 attempts; set the space's chunking again.")]);
  expect(await chunksOf(id)).toEqual(before);
  await runSql(jobs.app.deps, "alter table document_texts drop constraint jam");
  await setChunking(spaceId, SMALL);
  await rechunked(spaceId);
  expect((await read(id)).warnings).toEqual([]);
  expect((await chunksOf(id)).length).toBeGreaterThan(before.length);
});

test("the doctor restores a lost job and leaves running jobs alone", async () => {
  const spaceId = await spaceOf();
  const { id } = await put(spaceId, "mended.md", essay("mended"));
  await runSql(
    jobs.app.deps,
    `update spaces set chunking = '{"maxTokens":60,"overlapTokens":20}' where id = '${spaceId}'`,
  );
  const said = await operate(jobs.app.deps, { name: "doctor", repair: true });
  expect(said).toContain(`repaired document ${id} ${NOT_CUT}`);
  await rechunked(spaceId);
  expect((await chunksOf(id)).every((chunk) => tokens(chunk) <= 60)).toBe(true);
});
