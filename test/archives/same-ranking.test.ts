import { afterAll, beforeAll, expect, test } from "bun:test";
import type { QueryMode } from "@quarry/schema";
import { differences, type Passage, passageOf } from "../properties/passages.ts";
import { WORDS } from "../server/queries/corpus.ts";
import {
  type Configuration,
  EMBEDDED,
  isInstalled,
  POSTGRES,
  POSTGRES_CHROMA,
  type Surroundings,
  surround,
} from "../support/configurations.ts";
import { type EmbeddingProvider, startEmbeddingProvider } from "../support/embedding-provider.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { seededRandom } from "../support/seeded-random.ts";

// A space that moves between stores by archive returns the same results on each of them.

const CONFIGURATIONS = [EMBEDDED, POSTGRES, POSTGRES_CHROMA];
const DOCUMENTS = 60;
const TOP_K = 10;
/** Tolerance for scores: engines compute cosines in 32 bits. */
const SCORE_TOLERANCE = 1e-5;
const MODES: readonly QueryMode[] = ["hybrid", "vector", "lexical"];
const QUESTIONS = [
  ...["harbour lantern", "night of the winter storm", "engine valve3 pressure5", "coffee by the river"],
  ...["bridge2 tower7 cable", "who is the keeper of the ledger"],
];

let provider: EmbeddingProvider;
const running: { readonly surroundings: Surroundings; readonly app: InProcessApp }[] = [];

beforeAll(() => {
  provider = startEmbeddingProvider({ dimensions: 64 });
});
afterAll(async () => {
  for (const { app, surroundings } of running) {
    await app.stop();
    await surroundings.stop();
  }
  await provider.stop();
}, 120_000);

async function start(configuration: Configuration): Promise<InProcessApp> {
  const surroundings = await surround(configuration);
  const embedder = { OPENAI_API_KEY: provider.apiKey, OPENAI_BASE_URL: provider.url };
  const env = { ...surroundings.env, ...embedder, QUARRY_EMBEDDING_DIMENSIONS: "64" };
  const app = await startApp({ env });
  running.push({ surroundings, app });
  return app;
}

/** Generates random passages from a small vocabulary. */
function passages(): () => string {
  const random = seededRandom(7);
  const word = () => `${WORDS[Math.floor(random() * WORDS.length)]}${Math.floor(random() * 12) || ""}`;
  return () => `${Array.from({ length: 12 + Math.floor(random() * 30) }, word).join(" ")}.`;
}

async function fill(app: InProcessApp): Promise<string> {
  const { space } = await app.quarry.spaces.create({
    ...{ name: "Moving", chunking: { maxTokens: 60, overlapTokens: 10 } },
  });
  const passage = passages();
  const documents = Array.from({ length: DOCUMENTS }, (_, at) => ({
    filename: `f${at}.md`,
    // The last section is the same in all documents, so ids break the ties.
    content: `# Chapter ${at}\n\n${passage()}\n\n${passage()}\n\n# End\n\nThe night of the winter storm.`,
    metadata: { parity: at % 2 },
  }));
  const { results } = await app.quarry.documents.upsertBatch({ spaceId: space.id, documents });
  expect(results.filter((result) => "error" in result)).toEqual([]);
  return space.id;
}

const QUERIES = QUESTIONS.flatMap((query) =>
  MODES.flatMap((mode) => [{}, { metadata: { parity: 1 } }].map((extra) => ({ query, mode, ...extra }))),
);

/** The passages of each query, best first. */
async function queryAll(app: InProcessApp, spaceIds: string): Promise<Passage[][]> {
  const found: Passage[][] = [];
  for (const query of QUERIES) {
    const { results } = await app.quarry.query({ ...query, spaceIds, topK: TOP_K });
    expect(results.length).toBeGreaterThan(0);
    found.push(results.map(passageOf));
  }
  return found;
}

test.skipIf(!CONFIGURATIONS.every(isInstalled))(
  "documents and ranking stay the same from memory to pgvector to Chroma",
  async () => {
    let app = await start(EMBEDDED);
    let spaceId = await fill(app);
    const expected = await queryAll(app, spaceId);
    const textsBefore = provider.stats.inputs.flat().length;
    for (const next of [POSTGRES, POSTGRES_CHROMA]) {
      const archive = await app.quarry.spaces.export(spaceId);
      app = await start(next);
      const imported = await app.quarry.spaces.import(archive);
      expect(imported.documents).toBe(DOCUMENTS);
      spaceId = imported.space.id;
      const found = await queryAll(app, spaceId);
      for (const [at, { query, mode }] of QUERIES.entries()) {
        const [before = [], after = []] = [expected[at], found[at]];
        const differing = differences(before, after, { topK: TOP_K, noise: SCORE_TOLERANCE });
        expect({ query, mode, differing }).toEqual({ query, mode, differing: [] });
        // All engines compute the same lexical scores, so ids break ties in the same order everywhere.
        if (mode === "lexical") expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
      }
    }
    // Only the questions are embedded, once per server.
    expect(provider.stats.inputs.flat().length - textsBefore).toBe(2 * QUESTIONS.length);
  },
  120_000,
);
