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

// In-memory indexes are saved to disk across restarts. A snapshot may be outdated; the results must not be.

const FILES = 30;
/** The last two are about documents that the tests add and delete. */
const QUESTIONS = [3, 17, 50].map(sentence).concat("a heron in the harbour", "engine spoonbill");
const OTHER_STORE = { QUARRY_VECTOR_STORE: "./examples/vector-store/src/index.ts" };

let provider: EmbeddingProvider;
/** The start of every test: a service that was shut down, and its results before that. */
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

/** Changes of every kind, which replace all previous texts. */
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
  // The same filename, but a new document.
  await documents.upsert({ spaceId: one, filename: "f4.md", content: "The heron left the harbour." });
  await documents.update({ spaceId: one, id: await idOf(6), status: "FAILED" });
  const gone = await newSpace("Gone");
  await documents.upsert({ spaceId: gone, filename: "a.md", content: "A heron that is gone." });
  await spaces.purge(gone);
  await spaces.update(two, { description: "All about the spoonbill and its engine" });
}

/** The results without snapshots: the service rebuilds its indexes from the database. */
async function truth(): Promise<Awaited<ReturnType<typeof ask>>> {
  await service.stop();
  await rm(service.snapshots, { recursive: true });
  await service.start();
  return ask();
}

async function expectTruth(found: Awaited<ReturnType<typeof ask>>): Promise<void> {
  expect(service.errors()).toEqual([]);
  expect(found).toEqual(await truth());
  // Contains the new heron and spoonbill, and nothing that was deleted.
  const shown = Object.values(found).flat();
  const isShown = (text: string) => shown.some((result) => result.includes(text));
  const present = ["A heron stands", "A spoonbill came", "The heron left", '{"number":-1}'];
  expect(present.filter((text) => !isShown(text))).toEqual([]);
  expect([0, 6, 8, 10, 12, 50].map(sentence).concat("A heron that is gone").filter(isShown)).toEqual([]);
}

/** Only the questions, because a restarted service has an empty question cache. */
function expectNothingPaid(): void {
  expect(provider.stats.inputs.flat().sort()).toEqual([...QUESTIONS].sort());
}

describe("after a restart", () => {
  test("with snapshots of a clean shutdown: same ids, order and similarities, without embedding calls", async () => {
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

  test("with snapshots older than a kill: the results match the database", async () => {
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

  test("with snapshots from before the use of another vector store: no changed or deleted text appears", async () => {
    await service.start(OTHER_STORE);
    await change();
    await service.kill();
    provider.reset();
    await service.start();
    const after = await ask();
    expectNothingPaid();
    await expectTruth(after);
  }, 120_000);

  test("without snapshots: same results, without embedding calls", async () => {
    await rm(service.snapshots, { recursive: true });
    await service.start();
    expect(await ask()).toEqual(before);
    expectNothingPaid();
    expect(service.errors()).toEqual([]);
  });
});
