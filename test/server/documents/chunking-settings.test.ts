import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Chunking, Document, DocumentChunk } from "@quarry/schema";
import { uniqueWord } from "../../faults/model.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { smallPdf } from "../../support/small-pdf.ts";
import { blobKeyOf } from "../../support/stored-files.ts";
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

const NOT_RECHUNKED = "is not chunked with its space's settings and has no job";

async function spaceOf(chunking?: Partial<Chunking>): Promise<string> {
  const { space } = await jobs.app.quarry.spaces.create({ name: "Chunking", ...(chunking && { chunking }) });
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
    "rechunking to finish",
    async () => (await jobs.app.quarry.spaces.get(spaceId)).space.rechunking === undefined || undefined,
  );
/** The chunk texts of this content when it is first sent to a space with these settings. */
async function chunksInNewSpace(content: string, chunking: Partial<Chunking>): Promise<string[]> {
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
    await until(
      "the document to be COMPLETED",
      async () => (await read(id)).status === "COMPLETED" || undefined,
    );
    const chunks = await chunksOf(id);
    expect(chunks.length).toBeGreaterThan(10);
    for (const chunk of chunks) expect(tokens(chunk)).toBeLessThanOrEqual(60);
  }
  const chunks = await chunksOf(small.id);
  const overlapping = chunks.filter((chunk, at) => Number(chunk.metadata.start) < endOf(chunks[at - 1]));
  expect(overlapping.length).toBeGreaterThan(5);
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

  const doneCounts: (number | undefined)[] = [];
  await until("rechunking to finish", async () => {
    for (const filename of essays.keys()) {
      const word = filename.slice(0, -3);
      // A different word of the document in each round.
      const query = wordOf(word, doneCounts.length % 30, 1);
      // Briefly, between the commit and the update of the in-memory index, neither the old nor the new chunk is found.
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
    doneCounts.push(rechunking?.done);
    return rechunking === undefined || undefined;
  });
  expect(doneCounts.length).toBeGreaterThan(1);
  expect(doneCounts.slice(0, -1)).toEqual(doneCounts.slice(0, -1).sort());
  jobs.provider.set({ delayMs: 0 });
  for (const [filename, content] of essays) {
    const { id, chunkCount } = before.get(filename) as Document;
    const chunks = await chunksOf(id);
    expect(chunks.map((chunk) => chunk.content)).toEqual(await chunksInNewSpace(content, SMALL));
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
  const sections = Array.from(
    { length: 12 },
    (_, at) => `# Part ${at}\n\nIt is about guava${at}. ${"x ".repeat(60)}`,
  );
  const { id } = await put(spaceId, "parts.md", `${sections.join("\n\n")}\n\n# Last\n\n${essay("end", 10)}`);
  const before = await chunksOf(id);
  const textsBefore = jobs.provider.stats.texts;
  await setChunking(spaceId, { maxTokens: 70 });
  await rechunked(spaceId);
  const after = await chunksOf(id);
  const ids = new Map(before.map((chunk) => [chunk.content, chunk.id]));
  const kept = after.filter(({ id, content }) => ids.get(content) === id);
  expect(kept.length).toBeGreaterThanOrEqual(12);
  expect(kept.length).toBeLessThan(after.length);
  expect(after.filter(({ content }) => ids.has(content))).toEqual(kept);
  expect(jobs.provider.stats.texts - textsBefore).toBe(after.length - kept.length);
});

test("identical or reverted settings create no work, and an upsert of the same content stays a no-op", async () => {
  const spaceId = await spaceOf(SMALL);
  const { id, updatedAt } = await put(spaceId, "same.md", essay("same"));
  expect((await setChunking(spaceId, SMALL)).rechunking).toBeUndefined();
  jobs.provider.set({ delayMs: 400 });
  expect((await setChunking(spaceId, { maxTokens: 100 })).rechunking).toEqual({ done: 0, total: 1 });
  // An upsert of the same content changes nothing and does not stop the rechunking.
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
  await put(spaceId, "replaced.md", "A different text about medlars.");
  jobs.provider.set({ delayMs: 0 });
  await rechunked(spaceId);
  expect((await chunksOf(String(replaced?.id))).map(({ content }) => content)).toEqual([
    "A different text about medlars.",
  ]);
  expect(await read(String(renamed?.id))).toMatchObject({ filename: "new name.md", metadata: { a: 1 } });
  expect((await chunksOf(String(renamed?.id))).every((chunk) => tokens(chunk) <= 60)).toBe(true);
  expect(await read(String(failed?.id))).toMatchObject({ status: "FAILED", errorMessage: "By hand." });
  // A document that a caller sets back to COMPLETED is rechunked with its space's current settings.
  await documents.update({ spaceId, id: String(failed?.id), status: "COMPLETED" });
  await rechunked(spaceId);
  expect((await chunksOf(String(failed?.id))).every((chunk) => tokens(chunk) <= 60)).toBe(true);
});

test("settings that change during a PUT apply to it", async () => {
  const spaceId = await spaceOf();
  jobs.provider.set({ delayMs: 400 });
  const sent = put(spaceId, "late.md", essay("late"));
  await jobs.providerReceived(wordOf("late", 0, 0));
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
    content: "About kiwis.",
  });
  await until(
    "the upload to be COMPLETED",
    async () => (await read(uploaded.id)).status === "COMPLETED" || undefined,
  );
  expect((await jobs.app.quarry.spaces.get(spaceId)).space.rechunking?.done).toBeLessThan(5);
  jobs.provider.set({ delayMs: 0 });
  await rechunked(spaceId);
});

test("a document without its original file keeps its chunks and gets a warning, and the doctor reports it", async () => {
  const spaceId = await spaceOf();
  const lost = await put(spaceId, "lost.md", essay("lost"));
  const whole = await put(spaceId, "whole.md", essay("whole"));
  const before = await chunksOf(lost.id);
  await jobs.app.deps.blobs.delete(blobKeyOf(lost));
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
  const output = await operate(jobs.app.deps, { name: "doctor", repair: true });
  expect(output).toContain(`found document ${lost.id} ${NOT_RECHUNKED}`);
  // A new upload of the file has no warning.
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
  const stopped = await read(id);
  expect(stopped).toMatchObject({ status: "COMPLETED", progress: null, chunkCount: before.length });
  expect(stopped.warnings).toEqual([expect.stringContaining("2 attempts; set the space's chunking again.")]);
  expect(await chunksOf(id)).toEqual(before);
  await runSql(jobs.app.deps, "alter table document_texts drop constraint jam");
  await setChunking(spaceId, SMALL);
  await rechunked(spaceId);
  expect((await read(id)).warnings).toEqual([]);
  expect((await chunksOf(id)).length).toBeGreaterThan(before.length);
});

test("the doctor restores a lost job and leaves running jobs alone", async () => {
  const spaceId = await spaceOf();
  const { id } = await put(spaceId, "restored.md", essay("restored"));
  await runSql(
    jobs.app.deps,
    `update spaces set chunking = '{"maxTokens":60,"overlapTokens":20}' where id = '${spaceId}'`,
  );
  const output = await operate(jobs.app.deps, { name: "doctor", repair: true });
  expect(output).toContain(`repaired document ${id} ${NOT_RECHUNKED}`);
  await rechunked(spaceId);
  expect((await chunksOf(id)).every((chunk) => tokens(chunk) <= 60)).toBe(true);
});
