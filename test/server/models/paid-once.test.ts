import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { QueryMode } from "@quarry/schema";
import { type EmbeddingProvider, startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { runSql } from "../rows.ts";

let provider: EmbeddingProvider;
let app: InProcessApp;
let dataDir: string;
let spaceId: string;

const start = () =>
  startApp({
    dataDir,
    env: {
      OPENAI_API_KEY: provider.apiKey,
      OPENAI_BASE_URL: provider.url,
      QUARRY_EMBEDDING_DIMENSIONS: "64",
      QUARRY_ROOT_KEY: "the-same-key-at-every-start",
    },
  });

beforeAll(async () => {
  provider = startEmbeddingProvider({ dimensions: 64 });
  dataDir = await mkdtemp(join(tmpdir(), "quarry-paid-"));
  app = await start();
  spaceId = (await app.quarry.spaces.create({ name: "Paid" })).space.id;
}, 120_000);
afterAll(async () => {
  await app.stop();
  await provider.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Counts the texts that the provider embedded during `task`. */
async function paidFor(task: () => Promise<unknown>): Promise<number> {
  const before = provider.stats.texts;
  await task();
  return provider.stats.texts - before;
}

const paragraph = (index: number, word = "plain") =>
  `Paragraph ${index} is about the ${word} matter ${index * 31}. ${`It goes on about item ${index * 17} at length. `.repeat(24)}`;
const LONG = Array.from({ length: 60 }, (_, index) => paragraph(index));
const put = (filename: string, content: string, metadata = {}, into = spaceId) =>
  app.quarry.documents.upsert({ spaceId: into, filename, content, metadata });

async function chunksOf(filename: string) {
  const { id } = await app.quarry.documents.getByFilename({ spaceId, filename });
  const rows = await runSql(
    app.deps,
    `select id, content from chunks where document_id = '${id}' order by chunk_index`,
  );
  return rows.map((row) => ({ id: String(row.id), content: String(row.content) }));
}

test("embeds each chunk of a long document once", async () => {
  const paid = await paidFor(() => put("long.md", LONG.join("\n\n")));
  const count = (await chunksOf("long.md")).length;
  expect(count).toBeGreaterThanOrEqual(55);
  expect(paid).toBe(count);
});

test("does not embed the same text again under another name, in another space, or by POST", async () => {
  const text = LONG.join("\n\n");
  const other = (await app.quarry.spaces.create({ name: "Other" })).space.id;
  const paid = await paidFor(async () => {
    await put("long.md", text);
    await put("copy.md", text);
    await put("long.md", text, {}, other);
    await put("windows.md", text.replaceAll("\n", "\r\n"));
    await (
      await app.quarry.documents.upload({ spaceId: other, filename: "up.md", content: text })
    ).waitUntilReady();
  });
  expect(paid).toBe(0);
});

test("a change of metadata, filename or status embeds nothing and keeps every chunk", async () => {
  const before = await chunksOf("copy.md");
  const { id } = await app.quarry.documents.getByFilename({ spaceId, filename: "copy.md" });
  const paid = await paidFor(async () => {
    await app.quarry.documents.update({ spaceId, id, metadata: { a: 1 } });
    await put("copy.md", LONG.join("\n\n"), { a: 2 });
    await app.quarry.documents.update({ spaceId, id, filename: "renamed.md" });
    await app.quarry.documents.update({ spaceId, id, status: "FAILED" });
    await app.quarry.documents.update({ spaceId, id, status: "COMPLETED" });
  });
  expect(paid).toBe(0);
  expect(await chunksOf("renamed.md")).toEqual(before);
});

for (const [name, edit] of [
  ["in the middle", (text: string[]) => text.with(30, paragraph(30, "changed"))],
  ["added at the front", (text: string[]) => [paragraph(99, "fresh"), ...text]],
  ["removed", (text: string[]) => text.toSpliced(10, 1)],
] as const)
  test(`a paragraph ${name} of a long document embeds at most 3 texts; other chunks keep their ids`, async () => {
    await put("edited.md", LONG.join("\n\n"));
    const before = await chunksOf("edited.md");
    expect(await paidFor(() => put("edited.md", edit(LONG).join("\n\n")))).toBeLessThanOrEqual(3);
    const after = new Map((await chunksOf("edited.md")).map((chunk) => [chunk.content, chunk.id]));
    const kept = before.filter((chunk) => after.has(chunk.content));
    expect(kept.length).toBeGreaterThanOrEqual(before.length - 3);
    for (const { id, content } of kept) expect(after.get(content)).toBe(id);
  });

test("an upsert reports the embedded chunks: of 500 chunks, those around the edit", async () => {
  const text = Array.from({ length: 500 }, (_, index) => paragraph(index, "counted"));
  const first = await put("counted.md", text.join("\n\n"));
  expect(first.document.chunkCount).toBeGreaterThanOrEqual(500);
  expect(first).toMatchObject({ chunksReused: 0, chunksEmbedded: first.document.chunkCount });
  const edited = text.with(250, paragraph(250, "edited")).join("\n\n");
  let second = first;
  const paid = await paidFor(async () => {
    second = await put("counted.md", edited);
  });
  expect(second.chunksEmbedded).toBe(paid);
  expect(paid).toBeLessThanOrEqual(3);
  expect(second.chunksReused).toBe(second.document.chunkCount - paid);
  expect(await put("counted.md", edited)).toMatchObject({
    chunksReused: second.document.chunkCount,
    chunksEmbedded: 0,
  });
});

test("a restart fills the indexes without the provider and returns the same results", async () => {
  const questions = ["plain matter 310", "item 170 at length", "what goes on", "fresh paragraph 99"];
  const ask = async () => {
    const all = [];
    for (const query of questions)
      for (const mode of ["hybrid", "vector", "lexical"] satisfies QueryMode[])
        all.push((await app.quarry.query({ query, mode, spaceIds: spaceId, topK: 50 })).results);
    return all
      .flat()
      .map((item) => ({ id: item.chunk.id, similarity: item.similarity ?? -1, text: item.chunk.content }));
  };
  const before = await ask();
  expect(before.length).toBeGreaterThan(300);
  await app.stop();
  const paid = await paidFor(async () => {
    app = await start();
    await app.deps.ready;
  });
  expect(paid).toBe(0);
  const after = await ask();
  expect(after.map(({ id, text }) => ({ id, text }))).toEqual(before.map(({ id, text }) => ({ id, text })));
  for (const [index, { similarity }] of after.entries())
    expect(Math.abs(similarity - (before[index]?.similarity ?? 0))).toBeLessThan(1e-9);
  // Only the questions are embedded again.
  expect(await paidFor(ask)).toBe(0);
}, 120_000);
