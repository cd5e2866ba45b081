import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { type EmbeddingProvider, startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { runSql, strandedDocuments } from "../rows.ts";

/** Long enough to upload several documents while the first one is embedded. */
const EMBEDDING_MS = 600;

let app: InProcessApp;
let provider: EmbeddingProvider;
let spaceId: string;
beforeAll(async () => {
  provider = startEmbeddingProvider({ dimensions: 16 });
  app = await startApp({
    env: {
      OPENAI_API_KEY: provider.apiKey,
      OPENAI_BASE_URL: provider.url,
      QUARRY_EMBEDDING_DIMENSIONS: "16",
      QUARRY_JOB_CONCURRENCY: "1",
    },
  });
  spaceId = (await app.quarry.spaces.create({ name: "Batches" })).space.id;
}, 120_000);
afterEach(async () => {
  provider.reset();
  expect(await strandedDocuments(app.deps)).toEqual([]);
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

/** Uploads a document that keeps the only worker busy, then these files. Returns the ids of the files by filename. */
async function queue(files: Readonly<Record<string, string>>): Promise<Map<string, string>> {
  provider.set({ delayMs: EMBEDDING_MS });
  const first = `first-${crypto.randomUUID()}`;
  await app.quarry.documents.upload({ spaceId, filename: `${first}.md`, content: first });
  await providerReceived(first);
  const ids = new Map<string, string>();
  for (const [filename, content] of Object.entries(files))
    ids.set(filename, (await app.quarry.documents.upload({ spaceId, filename, content })).id);
  return ids;
}

/** The texts of each provider call that contains this word. */
const callsOf = (word: string) =>
  provider.stats.inputs.filter((texts) => texts.some((text) => text.includes(word)));

const providerReceived = (word: string) =>
  until(`the provider to receive "${word}"`, async () => callsOf(word)[0]);

const idle = () =>
  until(
    "all jobs to finish",
    async () => (await runSql(app.deps, "select 1 from jobs")).length === 0 || undefined,
  );

async function statuses(ids: ReadonlyMap<string, string>): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [filename, id] of ids)
    found[filename] = (await app.quarry.documents.get({ spaceId, id })).document.status;
  return found;
}

test("waiting short documents are processed together with one embedder call", async () => {
  const files = { "a.md": "A walnut.", "b.md": "A hazelnut.", "c.txt": "A chestnut.", "d.csv": "nut\npecan" };
  const ids = await queue(files);
  await idle();
  expect(new Set(Object.values(await statuses(ids)))).toEqual(new Set(["COMPLETED"]));
  const [call, ...more] = callsOf("walnut");
  expect(more).toEqual([]);
  for (const word of ["hazelnut", "chestnut", "pecan"])
    expect(call?.some((text) => text.includes(word))).toBe(true);
  for (const word of ["walnut", "pecan"]) {
    const { results } = await app.quarry.query({ query: word, spaceIds: spaceId, mode: "lexical" });
    expect(results[0]?.chunk.content).toContain(word);
  }
});

test("an unreadable document fails alone, and nothing is embedded twice", async () => {
  const ids = await queue({ "e.md": "A plum.", "broken.json": '{"a": [1,', "f.md": "A damson." });
  await idle();
  expect(await statuses(ids)).toEqual({ "e.md": "COMPLETED", "broken.json": "FAILED", "f.md": "COMPLETED" });
  for (const word of ["plum", "damson"]) expect(callsOf(word)).toHaveLength(1);
});

test("a text that the embedder rejects fails only its document", async () => {
  const ids = await queue({ "g.md": "A quince.", "rejected.md": "A medlar.", "h.md": "A rowan." });
  provider.set({ refusedText: "medlar" });
  await idle();
  expect(await statuses(ids)).toEqual({ "g.md": "COMPLETED", "rejected.md": "FAILED", "h.md": "COMPLETED" });
});

test("documents that are replaced or deleted do not delay the others", async () => {
  const ids = await queue({ "i.md": "A gooseberry.", "j.md": "A currant.", "k.md": "A bilberry." });
  await providerReceived("currant");
  provider.set({ delayMs: 0 });
  await app.quarry.documents.upsert({ spaceId, filename: "j.md", content: "A cloudberry instead." });
  await app.quarry.documents.delete({ spaceId, id: ids.get("k.md") ?? "" });
  await idle();
  ids.delete("k.md");
  expect(await statuses(ids)).toEqual({ "i.md": "COMPLETED", "j.md": "COMPLETED" });
  const { content } = await app.quarry.documents.getByFilename({ spaceId, filename: "j.md" });
  expect(content).toBe("A cloudberry instead.");
});

test("documents whose worker died are retried one at a time", async () => {
  const ids = await queue({ "l.md": "A sorrel.", "m.md": "A chervil." });
  await runSql(app.deps, "update jobs set attempts = 1 where lease_token is null");
  await idle();
  expect(new Set(Object.values(await statuses(ids)))).toEqual(new Set(["COMPLETED"]));
  expect(callsOf("sorrel").flat()).toHaveLength(1);
});

test("a large document is not batched with short ones", async () => {
  await queue({ "n.md": "A lovage.", "large.md": "A long tale of borage. ".repeat(1000), "o.md": "A dill." });
  await idle();
  expect(callsOf("lovage").flat().join()).not.toContain("borage");
});
