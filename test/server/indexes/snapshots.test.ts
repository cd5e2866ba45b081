import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { type EmbeddingProvider, startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { sentence } from "../queries/corpus.ts";
import {
  answersTo,
  fillSpaces,
  prepareService,
  type SnapshotService,
  writtenAt,
} from "./snapshot-service.ts";

// Indexes in memory are kept on disk over restarts. What is read there may be old; what is answered is not.

const FILES = 30;
/** The last two for what comes and goes. */
const QUESTIONS = [3, 17, 50].map(sentence).concat("a heron in the harbour", "engine spoonbill");
const PGVECTOR = { QUARRY_VECTOR_STORE: "pgvector" };

let provider: EmbeddingProvider;
/** What every test begins with: a service that had an orderly end, and its answers before that. */
let original: SnapshotService;
let before: Awaited<ReturnType<typeof ask>>;
let spaceIds: [string, string];
let service: SnapshotService;

beforeAll(async () => {
  provider = startEmbeddingProvider({ dimensions: 64 });
  const embedder = { OPENAI_API_KEY: provider.apiKey, OPENAI_BASE_URL: provider.url };
  original = await prepareService({ ...embedder, QUARRY_EMBEDDING_DIMENSIONS: "64" });
  service = original;
  await service.start();
  spaceIds = await fillSpaces(service.quarry(), FILES);
  before = await ask();
  await service.stop();
}, 120_000);
beforeEach(async () => {
  service = await original.copy();
  provider.reset();
});
afterEach(() => service.end());
afterAll(async () => {
  await original?.end();
  await provider.stop();
});

const newSpace = async (name: string) => (await service.quarry().spaces.create({ name })).space.id;
const ask = () => answersTo(service.quarry(), spaceIds, QUESTIONS);

/** Changes of every kind; none of the texts before them stands any more. */
async function change(): Promise<void> {
  const { documents, spaces } = service.quarry();
  const [one, two] = spaceIds;
  const idOf = async (number: number) =>
    (await documents.getByFilename({ spaceId: one, filename: `f${number}.md` })).id;
  await documents.upsert({ spaceId: one, filename: "f0.md", content: "A heron stands in the harbour." });
  await documents.upsert({ spaceId: one, filename: "new.md", content: "A spoonbill came over the sea." });
  await documents.update({ spaceId: one, id: await idOf(1), metadata: { number: -1 } });
  await documents.update({ spaceId: one, id: await idOf(2), filename: "engine spoonbill.md" });
  for (const number of [3, 4, 5, 25]) await documents.delete({ spaceId: one, id: await idOf(number) });
  // The same name, another document.
  await documents.upsert({ spaceId: one, filename: "f4.md", content: "The heron left the harbour." });
  await documents.update({ spaceId: one, id: await idOf(6), status: "FAILED" });
  const gone = await newSpace("Gone");
  await documents.upsert({ spaceId: gone, filename: "a.md", content: "A heron that is gone." });
  await spaces.purge(gone);
  await spaces.update(two, { description: "All about the spoonbill and its engine" });
}

/** Answers that come from the database alone: a service that finds no snapshots makes its indexes anew. */
async function truth(): Promise<Awaited<ReturnType<typeof ask>>> {
  await service.stop();
  await rm(service.snapshots, { recursive: true });
  await service.start();
  return ask();
}

async function expectTruth(found: Awaited<ReturnType<typeof ask>>): Promise<void> {
  expect(service.errors()).toEqual([]);
  expect(found).toEqual(await truth());
  // The heron and the spoonbill that came, but nothing of what went.
  const shown = Object.values(found).flat();
  const isShown = (text: string) => shown.some((result) => result.includes(text));
  const present = ["A heron stands", "A spoonbill came", "The heron left", '{"number":-1}'];
  expect(present.filter((text) => !isShown(text))).toEqual([]);
  expect([0, 6, 8, 10, 12, 50].map(sentence).concat("A heron that is gone").filter(isShown)).toEqual([]);
}

/** Only the questions, which a service that has just started has not heard yet. */
function expectNothingPaid(): void {
  expect(provider.stats.inputs.flat().sort()).toEqual([...QUESTIONS].sort());
}

describe("after a restart with snapshots", () => {
  test("that an orderly end left: ids, order and similarities are the same, and nothing is paid for", async () => {
    const files = await writtenAt(service);
    expect(Object.keys(files).length).toBeGreaterThanOrEqual(4);
    for (const question of QUESTIONS) expect(before[`hybrid: ${question}`]?.length).toBeGreaterThan(0);
    await service.start();
    expect(await ask()).toEqual(before);
    expectNothingPaid();
    await service.stop();
    expect(await writtenAt(service)).toEqual(files);
    expect(service.errors()).toEqual([]);
  });

  test("that are older than the death of the process: the answers are the database's", async () => {
    await service.start();
    await change();
    const changed = await ask();
    await service.kill();
    provider.reset();
    await service.start();
    const after = await ask();
    expect(after).toEqual(changed);
    expectNothingPaid();
    await expectTruth(after);
  }, 120_000);

  test("that another vector store has overtaken: they show nothing that it has changed or deleted", async () => {
    await service.start(PGVECTOR);
    await change();
    await service.kill();
    provider.reset();
    await service.start();
    const after = await ask();
    expectNothingPaid();
    await expectTruth(after);
  }, 120_000);

  test("that are not there any more: the answers are the same, and nothing is paid for", async () => {
    await rm(service.snapshots, { recursive: true });
    await service.start();
    expect(await ask()).toEqual(before);
    expectNothingPaid();
    expect(service.errors()).toEqual([]);
  });
});
