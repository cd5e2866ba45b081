import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../../server/src/platform/settings/config.ts";
import { type EmbeddingProvider, startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { MOODY_STORE } from "../../support/moody-store.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { sentence } from "../queries/corpus.ts";
import { operate } from "./operating.ts";

const FILES = 45;
const NUMBERS = [1, 8, 20, 33];

let provider: EmbeddingProvider;
let dataDir: string;
let postgres: TestPostgres | undefined;
/** A PostgreSQL server when one is installed, because pgvector needs it. */
let database: Readonly<Record<string, string>> = {};
let app: InProcessApp;
let spaceId: string;

beforeAll(async () => {
  provider = startEmbeddingProvider({ dimensions: 64 });
  dataDir = await mkdtemp(join(tmpdir(), "quarry-move-"));
  postgres = hasPostgres() ? await startPostgres() : undefined;
  if (postgres) database = { DATABASE_URL: await postgres.createDatabase() };
  await start({ QUARRY_VECTOR_STORE: "memory" });
  spaceId = (await app.quarry.spaces.create({ name: "Moved" })).space.id;
  const documents = Array.from({ length: FILES }, (_, at) => ({
    filename: `f${at}.md`,
    content: sentence(at),
    metadata: { parity: at % 2 },
  }));
  await app.call("PUT", "/api/documents/batch", { body: { spaceId, documents } });
}, 120_000);
afterAll(async () => {
  await app.stop();
  await provider.stop();
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(store: Readonly<Record<string, string>>): Promise<void> {
  const embedder = { OPENAI_API_KEY: provider.apiKey, OPENAI_BASE_URL: provider.url };
  const env = {
    ...database,
    ...store,
    ...embedder,
    QUARRY_EMBEDDING_DIMENSIONS: "64",
    QUARRY_ROOT_KEY: ROOT_KEY,
  };
  app = await startApp({ dataDir, env });
}

const ROOT_KEY = `qry_${"m".repeat(43)}`;

/** The ids and similarities for some questions, in each mode and with a filter. */
async function answers(): Promise<(readonly [id: string, similarity: number | null])[][]> {
  const asked = NUMBERS.flatMap((number) =>
    (["vector", "lexical", "hybrid"] as const).map(async (mode) => {
      const base = { query: sentence(number), spaceIds: spaceId, mode, topK: 8 };
      const plain = await app.quarry.query(base);
      const filtered = await app.quarry.query({ ...base, metadata: { parity: 1 } });
      return [...plain.results, ...filtered.results].map(
        ({ chunk, similarity }) => [chunk.id, similarity] as const,
      );
    }),
  );
  return Promise.all(asked);
}

function moveTo(store: Readonly<Record<string, string>>): Promise<string[]> {
  return operate(app.deps, { name: "move", to: readConfig({ ...database, ...store }).vectorStore });
}

const PGVECTOR = { QUARRY_VECTOR_STORE: "pgvector" };

describe("moving the vectors from store to store", () => {
  const withPgvector = [
    ["pgvector", PGVECTOR],
    // Still has its previous records, which are outdated by now.
    ["the module again", MOODY_STORE],
  ] as const;
  for (const [name, target] of [
    ["a custom module", MOODY_STORE] as const,
    ...(hasPostgres() ? withPgvector : []),
  ])
    test(`to ${name}: same results, no embedding calls, and later writes are added`, async () => {
      const { calls } = provider.stats;
      const [said] = await moveTo(target);
      expect(said).toMatch(
        /^the vectors of \d+ documents are in (moody|pgvector)\. Set QUARRY_VECTOR_STORE=/,
      );
      expect(provider.stats.calls).toBe(calls);

      const { documents } = app.quarry;
      const find = (filename: string) => documents.getByFilename({ spaceId, filename });
      await documents.upsert({ spaceId, filename: "f8.md", content: `Changed before ${name}.` });
      await documents.update({ spaceId, id: (await find("f20.md")).id, metadata: { parity: 1, name } });
      await documents.delete({ spaceId, id: (await find(`f${name.length}.md`)).id });
      await documents.upsert({ spaceId, filename: `${name.length}.md`, content: `New before ${name}.` });
      const before = await answers();
      const paid = provider.stats.texts;
      await app.stop();
      await start(target);
      const after = await answers();
      for (const [at, expected] of before.entries()) {
        const found = after[at] ?? [];
        expect(found.map(([id]) => id)).toEqual(expected.map(([id]) => id));
        for (const [rank, [, similarity]] of expected.entries())
          expect(found[rank]?.[1]).toBeCloseTo(similarity ?? Number.NaN, 3);
      }
      // Only the questions, because a restarted service has an empty question cache.
      expect(provider.stats.texts - paid).toBe(NUMBERS.length);
      expect(await operate(app.deps, { name: "doctor", repair: false })).toEqual(["no problems found"]);
    }, 120_000);

  test("rejects a move to memory or to the store in use, with what to do", async () => {
    const refusal = (target: Readonly<Record<string, string>>) =>
      moveTo(target).then(
        () => "moved",
        (error: unknown) => String(error),
      );
    expect(await refusal(MOODY_STORE)).toContain("The vectors are already in moody.");
    expect(await refusal({ QUARRY_VECTOR_STORE: "memory" })).toContain(
      "set QUARRY_VECTOR_STORE=memory and restart",
    );
  });
});
